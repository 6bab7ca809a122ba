// Edits of a grid on their way to the server, in the protocol that grid_editor.py states: numbered, each batch with the words that its
// positions count and `of` which table it is.

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export class Edits {
  constructor(client = Math.random().toString(36).slice(2)) {
    this.client = client;
    this.serial = 0;
    this.batches = []; // [{words, of, edits: [[serial, row, column, value]]}]: made here, not yet confirmed by the server
  }

  /** Takes a receipt: what it covers is done. */
  confirm(receipt) {
    const [, client, number] = /^(.*):(\d+)$/.exec(receipt) ?? [];
    const done = client === this.client ? Number(number) : 0;
    for (const batch of this.batches) batch.edits = batch.edits.filter(([serial]) => serial > done);
    this.batches = this.batches.filter((batch) => batch.edits.length);
  }

  /** One step of a person's: cells [[row, column, value]] in order, or [["undo"]], [["redo"]]. */
  add({ words, of }, cells) {
    if (!this.about({ words, of })) this.batches.push({ words, of, edits: [] });
    const { edits } = this.about({ words, of });
    const serial = ++this.serial;
    for (const cell of cells) edits.push([serial, ...cell]);
  }

  /** The last batch, if it is about this table with these words. */
  about({ words, of }) {
    return this.batches.slice(-1).find((batch) => batch.of === of && same(batch.words, words));
  }

  /** The server's table with the edits on top that it has not confirmed yet; what undoing does, only the server knows. */
  over(data) {
    const rows = data.values
      .split("\n")
      .map((row) => row.split(" ").map((text) => (text === "-" ? null : Number(text))));
    for (const [, i, j, value] of this.about(data)?.edits ?? []) if (j < (rows[i]?.length ?? 0)) rows[i][j] = value;
    return rows;
  }

  /** What the server is told: all that it has not confirmed. */
  message() {
    return { client: this.client, batches: this.batches };
  }
}
