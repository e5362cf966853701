import { gzipSync } from 'node:zlib';
import { launchBrowser } from './browser';
import { type Bundle, startWorker } from './worker';

/** JavaScript that a browser loads on the first signed-in visit to `/`, in gzip bytes. */
export async function benchFirstLoad(bundle: Bundle): Promise<void> {
  const worker = await startWorker(bundle, { wells: 400, withLayers: true }, { servesFiles: true });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    // Set as a browser cookie, because requests by scripts would not include the header.
    const [name = '', value = ''] = worker.headers.Cookie.split('=');
    await context.addCookies([{ name, value, url: worker.url }]);
    const page = await context.newPage();
    const scripts: { name: string; bytes: number; gzip: number }[] = [];
    page.on('response', async (response) => {
      if (response.request().resourceType() !== 'script') return;
      const body = await response.body();
      scripts.push({
        name: new URL(response.url()).pathname,
        bytes: body.length,
        gzip: gzipSync(body).length,
      });
    });
    await page.goto(worker.url, { waitUntil: 'networkidle' });
    await page.getByRole('tab', { name: 'Wells', exact: true }).first().waitFor();
    const total = scripts.reduce((sum, script) => sum + script.gzip, 0);
    console.log(
      `(c) JavaScript for the first load of / signed in, gzip: ${(total / 1024).toFixed(1)} KB (aim: at most 120 KB)`,
    );
    for (const { name, bytes, gzip } of scripts.sort((a, b) => b.gzip - a.gzip)) {
      console.log(`  ${(gzip / 1024).toFixed(1).padStart(6)} KB  ${name} (${bytes} bytes)`);
    }
  } finally {
    await browser.close();
    await worker.stop();
  }
}
