import { fromHex, toBase64 } from '~/services/platform/bytes.server';

/**
 * A stored file as a download, whatever it is: a browser never shows it in place, and what it may be is told by its content,
 * not by what its sender said. Other headers as of every answer (workers/security-headers).
 */
export function storedFileResponse(
  body: ReadableStream<Uint8Array>,
  { fileName, contentType, sha256 }: { fileName: string; contentType: string; sha256: string },
): Response {
  const plain = fileName.replace(/[^\w .()-]/g, '_');
  return new Response(body, {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
      // Should a browser show it after all, it runs nothing and belongs to no origin.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      // RFC 9530, so that who downloads it can compare.
      'Repr-Digest': `sha-256=:${toBase64(fromHex(sha256))}:`,
    },
  });
}
