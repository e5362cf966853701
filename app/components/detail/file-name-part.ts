/** A well's code made safe for a file name: a slash isn't allowed on any system. */
export function fileNamePart(code: string): string {
  return code.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
}
