import type { Location } from '@remix-run/react';
import { createStore } from './store';

/** True when entries stay on screen after navigating from one address to the other. */
export type IsKept = (current: URL, next: URL) => boolean;

type Entry = {
  isKept: IsKept;
  /** True when the form is in a dialog, which closes after saving or shows the result. */
  isInDialog: boolean;
  words?: DiscardPromptText;
};

/** Wording of the discard prompt for something other than entries. */
export type DiscardPromptText = { title: string; message: string; cancelLabel: string; confirmLabel: string };

/** Unsaved entries by form. Usually none or one. */
const entries = createStore<readonly Entry[]>([]);
/** The discard prompt on screen. A second request shares its answer. */
const question = createStore<{
  answer: Promise<boolean>;
  give: (isDiscarded: boolean) => void;
} | null>(null);
/** True while the app itself closes a form that was saved or discarded. */
let isLettingGo = false;

/** @returns a function that removes the entry */
export function addEntry(entry: Entry): () => void {
  entries.set([...entries.get(), entry]);
  return () => {
    entries.set(entries.get().filter((other) => other !== entry));
    // The next step of the same form may be about to add its own entry.
    queueMicrotask(() => {
      const others = entries.get();
      if (others.some(({ words }) => words === entry.words)) return;
      // The entry was saved while the prompt was open, so leaving the page loses nothing. But a dialog may now show a result that is
      // shown only once, and a dialog that has closed itself must not be closed again.
      question.get()?.give(!entry.isInDialog && others.length === 0);
    });
  };
}

/** Prompts before unsaved entries are discarded, if there are any. @returns true to go ahead */
export function confirmDiscard(): Promise<boolean> {
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

/** Lets the next navigation through: the form it closes has already been saved or discarded. */
export function allowNextNavigation(): void {
  isLettingGo = hasEntries();
}

/** For the leave gate, after a navigation. */
export function clearAllowedNavigation(): void {
  isLettingGo = false;
}

/** True when the navigation would discard unsaved entries. */
export function losesEntries(current: Location, next: Location): boolean {
  return !isLettingGo && entries.get().some(({ isKept }) => !isKept(urlOf(current), urlOf(next)));
}

export function hasEntries(): boolean {
  return entries.get().length > 0;
}

export function useHasEntries(): boolean {
  return entries.use().length > 0;
}

/** Prompt wording of the latest entry, or undefined for the default. */
export function useDiscardWords(): DiscardPromptText | undefined {
  return entries.use().at(-1)?.words;
}

/** The open discard prompt, or null. */
export function useDiscardQuestion() {
  return question.use();
}

function urlOf({ pathname, search }: Location): URL {
  return new URL(pathname + search, window.location.origin);
}
