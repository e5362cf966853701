import type { Location } from '@remix-run/react';
import { createStore } from './store';

/** True when entries stay on screen after navigating from one address to the other. */
export type IsKept = (current: URL, next: URL) => boolean;

type Entry = {
  isKept: IsKept;
  /** True when the form is in a dialog, which closes after saving or shows the result. */
  isInDialog: boolean;
  promptText?: DiscardPromptText;
};

/** Wording of the discard prompt for something other than entries. */
export type DiscardPromptText = { title: string; message: string; cancelLabel: string; confirmLabel: string };

/** Unsaved entries by form. Usually none or one. */
const entries = createStore<readonly Entry[]>([]);
/** The discard prompt on screen. A second request shares its answer. */
const question = createStore<{
  decision: Promise<boolean>;
  decide: (isDiscarded: boolean) => void;
} | null>(null);
/** True while the app itself closes a form that was saved or discarded. */
let isNavigationAllowed = false;

/** @returns a function that removes the entry */
export function addEntry(entry: Entry): () => void {
  entries.set([...entries.get(), entry]);
  return () => {
    entries.set(entries.get().filter((other) => other !== entry));
    // The next step of the same form may be about to add its own entry.
    queueMicrotask(() => {
      const otherEntries = entries.get();
      if (otherEntries.some(({ promptText }) => promptText === entry.promptText)) return;
      // The entry was saved while the prompt was open, so leaving the page loses nothing. But a dialog may now show a result that is
      // shown only once, and a dialog that has closed itself must not be closed again.
      question.get()?.decide(!entry.isInDialog && otherEntries.length === 0);
    });
  };
}

/** Prompts before unsaved entries are discarded, if there are any. @returns true to go ahead */
export function confirmDiscard(): Promise<boolean> {
  if (!hasEntries()) return Promise.resolve(true);
  const openQuestion = question.get();
  if (openQuestion) return openQuestion.decision;
  let resolve: (isDiscarded: boolean) => void;
  const decision = new Promise<boolean>((done) => {
    resolve = done;
  });
  const decide = (isDiscarded: boolean) => {
    question.set(null);
    resolve(isDiscarded);
  };
  question.set({ decision, decide });
  return decision;
}

/** Lets the next navigation through: the form it closes has already been saved or discarded. */
export function allowNextNavigation(): void {
  isNavigationAllowed = hasEntries();
}

/** Called by NavigationGuard after a navigation. */
export function clearAllowedNavigation(): void {
  isNavigationAllowed = false;
}

/** True when the navigation would discard unsaved entries. */
export function losesEntries(current: Location, next: Location): boolean {
  return !isNavigationAllowed && entries.get().some(({ isKept }) => !isKept(toUrl(current), toUrl(next)));
}

export function hasEntries(): boolean {
  return entries.get().length > 0;
}

export function useHasEntries(): boolean {
  return entries.use().length > 0;
}

/** Prompt wording of the latest entry, or undefined for the default. */
export function useDiscardPromptText(): DiscardPromptText | undefined {
  return entries.use().at(-1)?.promptText;
}

/** The open discard prompt, or null. */
export function useDiscardQuestion() {
  return question.use();
}

function toUrl({ pathname, search }: Location): URL {
  return new URL(pathname + search, window.location.origin);
}
