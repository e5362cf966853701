import { createElement, Fragment } from 'react';

/** Text in which backquotes mark code. */
export function Prose({ text }: { text: string }) {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? createElement('code', null, part) : part));
  // The parts never move: they need no keys as children of their own call.
  return createElement(Fragment, null, ...parts);
}
