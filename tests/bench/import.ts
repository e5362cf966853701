import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { accountantsWorkbook } from '../support/accountants-workbook';
import { CONDITIONS, interactions, launchBrowser, visit } from './browser';
import { type Bundle, startWorker } from './worker';

const ROWS = 100_000;
const SAMPLE_MS = 250;

/** Importing a workbook of 100,000 rows: time until its columns can be mapped, responsiveness of the page meanwhile, and memory use. */
export async function benchImport(bundle: Bundle): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'aro-import-'));
  const path = join(folder, 'aro.xlsx');
  const { file } = await accountantsWorkbook(ROWS);
  writeFileSync(path, file);
  const worker = await startWorker(bundle, { wells: 1, withLayers: false }, { servesFiles: true });
  const browser = await launchBrowser();
  try {
    const memory = await sampleMemory(browser);
    const measured = await visit(browser, worker.headers, (page) => importFile(page, worker.url, path));
    const { renderer, heap } = { renderer: memory.stop(), heap: measured.heap };
    console.log(`(import) A workbook of ${ROWS.toLocaleString('en-US')} rows and 20 columns, ${(file.length / 1e6).toFixed(1)} MB (${CONDITIONS})
  columns can be matched after ${seconds(measured.mapping)} s (aim: 3); all rows are read after ${seconds(measured.read)} s, and questions about all rows answered after ${seconds(measured.checked)} s
  Interaction to Next Paint while reading: ${measured.slowest.duration.toFixed(0)} ms of ${measured.keys} keys (aim: 200)
  largest process of the page ${(renderer / 1e6).toFixed(0)} MB (aim: 1000); heap of its main thread ${(heap / 1e6).toFixed(0)} MB`);
  } finally {
    await browser.close();
    await worker.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const seconds = (ms: number) => (ms / 1000).toFixed(1);

async function importFile(page: Page, url: string, path: string) {
  await page.goto(`${url}/?tab=wells&view=import`);
  // The file picker receives focus once it can be used.
  await page.locator('input[type=file]:focus').waitFor();
  await page.getByLabel('Choose a spreadsheet, or drop it here').setInputFiles(path);
  const start = performance.now();
  const since = () => performance.now() - start;
  await page.getByLabel('Property No becomes').waitFor({ timeout: 120_000 });
  const mapping = since();
  // Types a value for blank cells, key by key, until nothing is pending.
  const box = page.getByRole('textbox', { name: 'Field', exact: true });
  await box.click();
  const times = { read: 0, checked: 0 };
  let keys = 0;
  while (times.checked === 0 && since() < 240_000) {
    await page.keyboard.press(keys % 20 < 10 ? 'x' : 'Backspace', { delay: 30 });
    keys += 1;
    await page.waitForTimeout(70);
    if (times.read === 0 && (await page.getByText('Reading the rest of the file').count()) === 0) {
      times.read = since();
    }
    const isChecking = await page.getByText('The columns are being checked.').count();
    if (times.read > 0 && isChecking === 0) times.checked = since();
  }
  const heap = await page.evaluate<number>('performance.memory.usedJSHeapSize');
  const [slowest = { duration: 16, name: '' }] = await interactions(page);
  return { mapping, ...times, keys, slowest, heap };
}

/** Samples the largest resident size of the browser's renderer processes, as reported by Linux in /proc. */
async function sampleMemory(browser: Browser) {
  const session = await browser.newBrowserCDPSession();
  let largest = 0;
  const look = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    for (const { id, type } of processInfo) {
      if (type === 'renderer') largest = Math.max(largest, residentBytes(id));
    }
  };
  const timer = setInterval(() => void look().catch(() => undefined), SAMPLE_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return largest;
    },
  };
}

function residentBytes(process: number): number {
  const status = readFileSync(`/proc/${process}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}
