import type { Location } from '@remix-run/react';
import { useSyncExternalStore } from 'react';

/** Whether what was entered is still on the screen after going from one address to the other. */
export type IsKept = (current: URL, next: URL) => boolean;

/** What was entered and not saved, by form: most often none, or one. */
let entries: readonly { isKept: IsKept }[] = [];
/** The question on the screen. A second one asked meanwhile waits for the same answer. */
let question: { answer: Promise<boolean>; give: (isDiscarded: boolean) => void } | null = null;
/** The application closes a form itself, after it was saved or discarded. */
let isLettingGo = false;
const listeners = new Set<() => void>();

/** @returns what takes the entry out again */
export function addEntry(entry: { isKept: IsKept }): () => void {
  entries = [...entries, entry];
  tell();
  return () => {
    entries = entries.filter((other) => other !== entry);
    // It was saved while the question was asked.
    if (entries.length === 0) question?.give(false);
    tell();
  };
}

/** Asks before what was entered is thrown away, where there is any. @returns whether to go on */
export function askToDiscard(): Promise<boolean> {
  if (entries.length === 0) return Promise.resolve(true);
  if (question) return question.answer;
  let resolve: (isDiscarded: boolean) => void;
  const answer = new Promise<boolean>((done) => {
    resolve = done;
  });
  const give = (isDiscarded: boolean) => {
    question = null;
    tell();
    resolve(isDiscarded);
  };
  question = { answer, give };
  tell();
  return answer;
}

/** Lets the next navigation pass: the form it closes has been saved, or was discarded already. */
export function letGo(): void {
  isLettingGo = entries.length > 0;
}

/** For the gate: a navigation is done. */
export function endLettingGo(): void {
  isLettingGo = false;
}

/** Whether going there would throw away what was entered. */
export function losesEntries(current: Location, next: Location): boolean {
  return !isLettingGo && entries.some(({ isKept }) => !isKept(urlOf(current), urlOf(next)));
}

export function useHasEntries(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => entries.length > 0,
    () => false,
  );
}

/** How to answer the question that is asked now, or null. */
export function useDiscardQuestion() {
  return useSyncExternalStore(
    subscribe,
    () => question,
    () => null,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function urlOf({ pathname, search }: Location): URL {
  return new URL(pathname + search, window.location.origin);
}
