/** A text as a message quotes it. Cut between characters: half a surrogate pair is no text. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const characters = [...text.slice(0, 2 * maxLength + 1)];
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength).join('')}…`;
}
