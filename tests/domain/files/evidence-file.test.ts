import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import {
  cleanFileName,
  contentTypesProblem,
  evidenceTypeOf,
  evidenceTypeOfHeader,
  headProblem,
  MAX_CONTENT_TYPES_BYTES,
  textProblem,
  workbookPartsProblem,
} from '~/domain/files/evidence-file';
import { findZipDirectory, readZipDirectory, zipContentOffset } from '~/domain/files/zip-directory';

const bytes = (text: string) => strToU8(text, true);
const part = (name: string, given = {}) => ({ name, size: 100, isEncrypted: false, ...given });
const PLAIN = [part('[Content_Types].xml'), part('xl/workbook.xml')];

describe('the type of a file', () => {
  it('comes from its file extension, or from its header', () => {
    expect(evidenceTypeOf('a.b.PDF')).toBe('application/pdf');
    expect(evidenceTypeOf('a.jpeg')).toBe('image/jpeg');
    for (const name of ['pdf', 'a.pdf.exe', 'a.svg', 'a.xlsm', 'a.', ''])
      expect(evidenceTypeOf(name)).toBeNull();
    expect(evidenceTypeOfHeader('Text/CSV; charset=utf-8')).toBe('text/csv');
    for (const header of [null, '', 'image/svg+xml', 'application/octet-stream'])
      expect(evidenceTypeOfHeader(header)).toBeNull();
  });

  it('is verified by its first bytes', () => {
    expect(headProblem('application/pdf', bytes('%PDF-1.4'))).toBeNull();
    expect(headProblem('application/pdf', bytes(' %PDF-1.4'))).toBe('This is not a PDF file');
    expect(headProblem('image/png', bytes('\xff\xd8\xff'))).toBe('This is a JPEG image, not a PNG file');
    expect(headProblem('text/csv', bytes('\xef\xbb\xbfa,b\r\n'))).toBeNull();
    // Excel's native encoding has no byte order mark.
    expect(headProblem('text/csv', bytes('Caf\xe9,1\t2\r\n'))).toBeNull();
    for (const text of [
      '<html>',
      '  <!DOCTYPE html>',
      '<svg/onload=1>',
      '<?xml version="1.0"?>',
      '#!/bin/sh',
    ])
      expect(headProblem('text/csv', bytes(text))).toBe('This is a web page or script, not a CSV file');
    expect(headProblem('text/csv', bytes('< 5,> 6'))).toBeNull();
    expect(textProblem(bytes('a\x00b'))).toMatch(/not plain text/);
    expect(textProblem(bytes('a\x1bb'))).toMatch(/not plain text/);
  });
});

describe('a workbook', () => {
  it.each([
    ['is encrypted', [...PLAIN, part('xl/a.xml', { isEncrypted: true })], /encrypted/],
    ['has macros', [...PLAIN, part('XL/VBAPROJECT.BIN')], /macros/],
    ['has two lists of types', [...PLAIN, part('[Content_Types].xml')], /not an Excel workbook/],
    ['has a part twice, to some', [...PLAIN, part('xl/Workbook.xml')], /not an Excel workbook/],
    ['has no workbook', [part('[Content_Types].xml'), part('word/document.xml')], /not an Excel workbook/],
    [
      'lists its types in more than a megabyte',
      [part('[Content_Types].xml', { size: MAX_CONTENT_TYPES_BYTES + 1 }), part('xl/workbook.xml')],
      /not an Excel workbook/,
    ],
  ])('is refused when it %s', (_, parts, message) => {
    expect(workbookPartsProblem(parts)).toMatch(message);
  });

  it('is recognized by its parts and their types', () => {
    expect(workbookPartsProblem(PLAIN)).toBeNull();
    expect(contentTypesProblem('…spreadsheetml.sheet.main+xml…')).toBeNull();
    expect(contentTypesProblem('…spreadsheetml.sheet.main+xml…ms-office.vbaProject')).toMatch(/macros/);
    expect(contentTypesProblem('…ms-excel.sheet.macroEnabled.main+xml')).toMatch(/macros/);
    expect(contentTypesProblem('…wordprocessingml.document.main+xml')).toMatch(/not an Excel/);
    // Escaped so that only an XML parser sees the word.
    for (const veil of [
      'ms-office.vba&#80;roject',
      'ms-office.vba&#x50;roject',
      '<!DOCTYPE x [<!ENTITY p "P">]>',
    ])
      expect(contentTypesProblem(`…spreadsheetml.sheet.main+xml…${veil}`)).toMatch(/not an Excel/);
  });

  it('is an archive whose directory is read from its end', () => {
    const archive = zipSync({ 'a.txt': strToU8('hello'), 'b/c.txt': strToU8('x'.repeat(500)) });
    const { count, start, length, isTooLarge } = findZipDirectory(archive.subarray(-120))!;
    expect([count, isTooLarge]).toEqual([2, false]);
    const parts = readZipDirectory(archive.subarray(start, start + length), count)!;
    expect(parts.map(({ name, size }) => [name, size])).toEqual([
      ['a.txt', 5],
      ['b/c.txt', 500],
    ]);
    expect(zipContentOffset(archive.subarray(parts[1]!.start))).toBe(30 + 'b/c.txt'.length);
    expect(findZipDirectory(strToU8('no archive at all, but long enough'))).toBeNull();
    expect(readZipDirectory(archive.subarray(start, start + 20), count)).toBeNull();
    expect(zipContentOffset(archive.subarray(1))).toBeNull();
  });
});

describe('the name of a file', () => {
  it.each([
    ['Quote.pdf', 'Quote.pdf'],
    ['/tmp/Quote.pdf', 'Quote.pdf'],
    ['..', 'file'],
    ['', 'file'],
    ['...pdf', 'pdf'],
    ['a\u0000b.pdf', 'a b.pdf'],
    ['e\u0301.pdf', 'é.pdf'],
  ])('%j is stored as %j', (given, kept) => expect(cleanFileName(given)).toBe(kept));
});
