import type { Location } from '@remix-run/react';
import { createStore } from './store';

/** Whether what was entered is still on the screen after going from one address to the other. */
export type IsKept = (current: URL, next: URL) => boolean;

type Entry = {
  isKept: IsKept;
  /** Its form is in a dialog, which closes once it is saved, or shows the result. */
  isInDialog: boolean;
  words?: DiscardWords;
};

/** How the question is asked, for what was not entered. */
export type DiscardWords = { title: string; message: string; cancelLabel: string; confirmLabel: string };

/** What was entered and not saved, by form: most often none, or one. */
const entries = createStore<readonly Entry[]>([]);
/** The question on the screen. A second one asked meanwhile waits for the same answer. */
const question = createStore<{
  answer: Promise<boolean>;
  give: (isDiscarded: boolean) => void;
} | null>(null);
/** The application closes a form itself, after it was saved or discarded. */
let isLettingGo = false;

/** @returns what takes the entry out again */
export function addEntry(entry: Entry): () => void {
  entries.set([...entries.get(), entry]);
  return () => {
    entries.set(entries.get().filter((other) => other !== entry));
    // The next step of the same form may be about to add its own.
    queueMicrotask(() => {
      const others = entries.get();
      if (others.some(({ words }) => words === entry.words)) return;
      // It was saved while the question was asked, so leaving the page loses nothing. But a dialog may now show something
      // that is shown only once, and one that has closed itself must not be closed again.
      question.get()?.give(!entry.isInDialog && others.length === 0);
    });
  };
}

/** Asks before what was entered is thrown away, where there is any. @returns whether to go on */
export function askToDiscard(): Promise<boolean> {
  if (!hasEntries()) return Promise.resolve(true);
  const asked = question.get();
  if (asked) return asked.answer;
  let resolve: (isDiscarded: boolean) => void;
  const answer = new Promise<boolean>((done) => {
    resolve = done;
  });
  const give = (isDiscarded: boolean) => {
    question.set(null);
    resolve(isDiscarded);
  };
  question.set({ answer, give });
  return answer;
}

/** Lets the next navigation pass: the form it closes has been saved, or was discarded already. */
export function letGo(): void {
  isLettingGo = hasEntries();
}

/** For the gate: a navigation is done. */
export function endLettingGo(): void {
  isLettingGo = false;
}

/** Whether going there would throw away what was entered. */
export function losesEntries(current: Location, next: Location): boolean {
  return !isLettingGo && entries.get().some(({ isKept }) => !isKept(urlOf(current), urlOf(next)));
}

export function hasEntries(): boolean {
  return entries.get().length > 0;
}

export function useHasEntries(): boolean {
  return entries.use().length > 0;
}

/** How to ask about what came last, or undefined for what was entered. */
export function useDiscardWords(): DiscardWords | undefined {
  return entries.use().at(-1)?.words;
}

/** How to answer the question that is asked now, or null. */
export function useDiscardQuestion() {
  return question.use();
}

function urlOf({ pathname, search }: Location): URL {
  return new URL(pathname + search, window.location.origin);
}
