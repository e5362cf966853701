import { createElement, Fragment } from 'react';

/** Text with code in backticks. */
export function Prose({ text }: { text: string }) {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? createElement('code', null, part) : part));
  // The parts never move, so as separate children they need no keys.
  return createElement(Fragment, null, ...parts);
}
