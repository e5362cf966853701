/** Shortens text for quoting in a message. Cuts between characters, so a surrogate pair is never split. */
export function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = [...text.slice(0, 2 * maxLength + 1)];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength).join('')}…`;
}
