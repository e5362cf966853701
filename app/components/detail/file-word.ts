/** A well's code as part of a file's name, where no system takes a slash. */
export function fileWord(code: string): string {
  return code.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
}
