"""What jieba's dictionary lacks for everyday sentences and lessons, and what it has that is no word.

jieba's dictionary has 一本 and 两张, but neither 那本 nor 哪张; it has 今天天气 and 本书 as words, and hardly a child's name.
`words` gives what to change, in jieba's own terms: a word and its frequency, 0 for one that is not to be found any more.
tests/words/cut_by_hand.txt says what was right before and after; only four fifths of its sentences were used for these lists.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

NUMERALS = "一二三四五六七八九十两几半"
COUNTED = "楼号点岁天年月日元角斤米遍趟顿口"
MEASURES = (
    "个本张只条件位名双头座辆架台匹棵朵把块片杯碗瓶袋盒次场节间家所层篇首句段页幅封支枝根颗粒种类样群部道盏扇盘壶桶"
    "包串束滴排堆"
)
DEMONSTRATIVES = "这那哪每某"
SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚"
    "谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文韦倪严施陶洪翟安颜倪鲁柳齐庄祝葛章盛童尤"
)
THINGS = "黄白金马熊石毛方江田叶石龙雷"
"""Surnames that are things as well: 小白兔, 老黄狗, 小马."""
GIVEN = """
    小明 小红 小华 小刚 小强 小丽 小芳 小美 小雨 小雅 小宇 小天 小军 小云 小英 小玲 小龙 小兰 小燕 小林 小文 小杰 小东 小波
    小峰 小平 小飞 大山 大伟 大明 子轩 子涵 子墨 子豪 子怡 子萱 梓涵 梓萱 梓轩 梓豪 梓睿 浩然 浩宇 浩轩 宇轩 宇航 宇涵 宇辰
    雨桐 雨涵 雨欣 雨萱 雨泽 诗雨 诗涵 诗琪 诗瑶 欣怡 欣妍 欣悦 思远 思涵 思琪 思宇 一诺 一鸣 一凡 一涵 一帆 依诺 语桐 语涵
    若曦 佳怡 佳琪 佳慧 嘉怡 嘉豪 嘉欣 俊杰 俊熙 志强 志伟 志明 建国 建华 建军 国强 国庆 海燕 海涛 丽华 丽娜 美玲 秀英 秀兰
    玉兰 玉梅 桂英 春梅 晓明 晓东 晓雨 晓丽 晓红 天宇 天翔 明轩 明哲 博文 博涵 文博 文轩 文静 泽宇 泽洋 铭轩 铭泽 睿哲 皓轩
    雅静 雅婷 静怡 婷婷 丽丽 芳芳 莉莉 娜娜 甜甜 朵朵 乐乐 多多 明明 亮亮 豆豆 果果 萌萌 妞妞 圆圆 田田 妍妍 壮壮 涵涵 淘淘
    贝贝 佳佳 丹丹 玲玲 强强 欢欢 悠悠 可心 可欣 心怡 心悦 梦瑶 梦琪 梦洁 雪儿 雪梅 紫涵 紫萱 艺涵 艺馨 沐宸 沐阳 奕辰 奕涵
    昊天 昊然 景行 致远 承志 家豪 家乐 家明
""".split()
WEEKS = "每周 上周 下周 这周 本周".split()
WEEKDAYS = "一二三四五六日末"
"""Rarer than 一起 is, so that 下周一起去 begins with 下周."""
TITLES = "老师 医生 先生 女士 同学 校长 师傅 阿姨 叔叔 教授 经理 奶奶 爷爷".split()
MORE = {
    50_000: """
        一起
    """,
    1_500: """
        能不能 会不会 要不要 是不是 对不对 好不好 有没有 可不可以 行不行 想不想 去不去 来不来
    """,
    1_000: """
        乒乓球拍 羽毛球拍
    """,
    3_000: """
        孩子们 同学们 老师们 朋友们 学生们 家长们 小朋友们 大人们 人们 女孩们 男孩们 哥儿们 这样 那样 哪样 下个 上个 下个月
        上个月 这个月 下次 上次 好用 好听 好看 好玩 难看 难听 难吃 那时候 这时候
    """,
    300: """
        微信号 微信群 充电宝 朋友圈 公众号 小程序 二维码 表情包 短视频 直播间 外卖员 快递员 共享单车 网约车 高铁站 地铁站
        动车组 健康码 身份证号 手机号 手机壳 验证码 密码锁 路由器 充电器 数据线 蓝牙耳机 电动车 新能源 人工智能 大模型 机器人
        提示词 聊天机器人 语音助手 扫一扫 猜一猜 看一看 试一试 想一想 听一听 说一说 读一读 写一写 算一算 数一数 比一比 找一找
        画一画 摸一摸 问一问 做一做 连一连 填一填 K歌 网球拍 网课 网红 微信 自拍 刷脸 月考 课代表 双减 内卷 顺风车 打工人
        充电桩 小红书 快手 美团 拼多多 过江 子词 热力图 位置编码 学习率 优化器 交叉熵 困惑度 语言模型 台中 台南 台东 新竹 点积
        低处 高处 在理 我妈 我爸 三楼 九九乘法表 九五折 八五折 七五折 六五折 唐僧 星期一 星期二 星期三 星期四 星期五 星期六
        星期天 星期日 礼拜天 上半场 下半场 二年级 高一 高二 高三 初一 初二 初三
    """,
}
NEVER = """
    今天天气 明天天气 昨天夜里 昨天晚上 今天上午 今天下午 本书 本词典 本小说 部手机 部电影 道菜 张票 张纸 张桌子 个包 那本书
    一个包 把门 雨淋 比高 家住 想学 想去 想吃 想买 想喝 去过 见过 没来 没去 没吃 不下雨 不想去 语文课 数学课 英语课 电话响
    卖完 多喝水 这么晚 那辆车 那件事 这么久 最长 最快 很长 很高 很大 很多水 生于 地走了 地说道 地笑了 别着急 慢慢说 慢慢走
    真快 真大 真高 太贵 太大 太小 寄钱 先猜 升到 山高 水深 有点咸 有点冷 往前走 往后走 操场上 坐地铁 坐公交 坐高铁 吃火锅
    吃面条 洗好 发到 穿着 下个星期 上个星期 一加 开得 和甜甜 和玛丽 他用 的话说 本里 去学校 在学校 我家住 跑得快
    家养 要用 块钱 多公里 花都 别哭 别忘 别忘了 出去玩 坐火车 坐飞机 坐汽车 在读 关了
""".split()


def words() -> Iterator[tuple[str, int]]:
    """Words with the frequency that they get in jieba's dictionary; 0: no word."""
    for first, second in product(DEMONSTRATIVES, MEASURES):
        yield first + second, 2_000
    for first, second in product(NUMERALS, MEASURES):
        yield first + second, 200
    for first, second in product(NUMERALS[:-1], COUNTED):
        yield first + second, 100
    for name in GIVEN:
        yield name, 30
    for week in WEEKS:
        yield week, 2_000
        yield from ((week + day, 20) for day in WEEKDAYS)
    for surname in SURNAMES:
        if surname not in THINGS:
            yield f"小{surname}", 60
            yield f"老{surname}", 60
        yield from ((surname + name, 5) for name in GIVEN)
        yield from ((surname + title, 0) for title in TITLES)
    for frequency, several in MORE.items():
        yield from ((word, frequency) for word in several.split())
    yield from ((word, 0) for word in NEVER)


def improve(frequencies: dict[str, int]) -> int:
    """Put `words` into jieba's table of frequencies, none lower than it was but for 0; returns by how much the sum of all grows.

    As jieba's own add_word does, but for its one list of words never to be found, which all tokenizers of a process share.
    """
    grown = 0
    for word, frequency in words():
        old = frequencies.get(word, 0)
        new = max(old, frequency) if frequency else 0
        frequencies[word] = new
        grown += new - old
        for end in range(1, len(word)):
            frequencies.setdefault(word[:end], 0)
    return grown
