/** What a screen reader says at the table: each sentence once, in the order in which it came. */

const KEPT = 7000; // milliseconds a sentence stays in the page: it has been heard, and shall not be found there again

export interface Sentence {
  key: number;
  text: string;
}

export class Announcer {
  sentences = $state.raw<Sentence[]>([]); // each an element of its own: those that come together are queued, none is cut off
  #said = 0;

  say(text: string): void {
    const sentence = { key: this.#said++, text };
    this.sentences = [...this.sentences, sentence];
    setTimeout(() => (this.sentences = this.sentences.filter((other) => other !== sentence)), KEPT);
  }
}
