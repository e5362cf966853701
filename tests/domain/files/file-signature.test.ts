import { describe, expect, it } from 'vitest';
import { binaryFileKind, SIGNATURE_BYTES } from '~/domain/files/file-signature';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

describe('binaryFileKind', () => {
  it.each([
    ['\x89PNG\r\n\x1a\n', 'a PNG image'],
    ['\xff\xd8\xff\xe0', 'a JPEG image'],
    ['GIF89a', 'a GIF image'],
    ['%PDF-1.7', 'a PDF document'],
    ['PK\x03\x04', 'an Excel workbook or another ZIP archive'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'an Excel workbook (.xls)'],
    ['\x1f\x8b\x08', 'a gzip archive'],
  ])('recognizes %j', (head, kind) => {
    expect(binaryFileKind(bytes(head))).toBe(kind);
    expect(binaryFileKind(bytes(`${head}wellCode,wellName`))).toBe(kind);
    // One byte less is not enough, and every signature fits within the limit.
    expect(binaryFileKind(bytes(head.slice(0, 1)))).toBeNull();
    expect(head.length).toBeLessThanOrEqual(SIGNATURE_BYTES);
  });

  it.each([
    '',
    'wellCode,',
    '\xef\xbb\xbfwellCode',
    '\xff\xfew\0',
    'BM,MZ',
    'PK,GIF',
    '%PDF',
    'GIF8,9a',
    '\0\0',
  ])('does not recognize %j as a binary file', (head) => expect(binaryFileKind(bytes(head))).toBeNull());
});
