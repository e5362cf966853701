import { fromHex, toBase64 } from '~/services/platform/bytes.server';

/**
 * A stored file as a download, whatever its type: a browser never displays it inline, and the type comes from its content,
 * not from what the uploader claimed. Other headers are as for every response (workers/security-headers).
 */
export function storedFileResponse(
  body: ReadableStream<Uint8Array>,
  { fileName, contentType, sha256 }: { fileName: string; contentType: string; sha256: string },
): Response {
  const asciiName = fileName.replace(/[^\w .()-]/g, '_');
  return new Response(body, {
    headers: {
      'Content-Type': contentType,
      'Content-Disposition': `attachment; filename="${asciiName}"; filename*=UTF-8''${encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`,
      // If a browser displays it anyway, it runs no scripts and has no origin.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      // RFC 9530, so the recipient can verify the file.
      'Repr-Digest': `sha-256=:${toBase64(fromHex(sha256))}:`,
    },
  });
}
