const OPENERS = /--|\/\*|["'`[;]/g;
const CLOSER: Record<string, string> = { '--': '\n', '/*': '*/', '[': ']' };
const TRIGGER = /^(?:\s|--.*\n|\/\*[\s\S]*?\*\/)*create\s+trigger\b/i;

/**
 * Splits SQL text that arrives in pieces into statements, without their final semicolons. Semicolons in strings, names, comments and
 * trigger bodies don't end a statement. Only one statement is in memory at a time.
 *
 * @throws Error when the text ends inside a statement
 */
export async function* splitSql(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  const splitter = createSplitter();
  let buffer = '';
  for await (const piece of pieces) {
    buffer += piece;
    // No delimiter spans the end of a line, so whole lines can be searched without waiting for more.
    const end = buffer.lastIndexOf('\n') + 1;
    if (end > 0) yield* splitter.take(buffer.slice(0, end));
    buffer = buffer.slice(end);
  }
  yield* splitter.take(`${buffer}\n`);
  if (splitter.isInside()) throw new Error('The SQL ends in the middle of a statement.');
}

function createSplitter() {
  let statement = '';
  /** Closing delimiter of the current string, name or comment. Null outside of them. */
  let closer: string | null = null;
  /** Start of the last step in a trigger's body. A step of only `end` ends the trigger. */
  let step = 0;

  return { take, isInside: () => closer !== null || statement.trim() !== '' };

  function* take(text: string): Generator<string> {
    let from = 0;
    for (let at = 0; at < text.length; ) {
      if (closer !== null) {
        const end = text.indexOf(closer, at);
        if (end < 0) break;
        at = end + closer.length;
        closer = null;
        continue;
      }
      OPENERS.lastIndex = at;
      const opener = OPENERS.exec(text)?.[0];
      if (opener === undefined) break;
      at = OPENERS.lastIndex;
      if (opener !== ';') {
        closer = CLOSER[opener] ?? opener;
        continue;
      }
      statement += text.slice(from, at - 1);
      from = at;
      if (TRIGGER.test(statement) && !/^\s*end\s*$/i.test(statement.slice(step))) {
        statement += ';';
        step = statement.length;
        continue;
      }
      if (statement.trim() !== '') yield statement.trim();
      statement = '';
      step = 0;
    }
    statement += text.slice(from);
  }
}
