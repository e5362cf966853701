import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { APP_URL } from '../tests/support/e2e/address';
import { SCREENS, type Screen } from '../tests/support/e2e/screens';
import startApp from '../tests/support/e2e/start-app';
import { signInAs } from '../tests/support/e2e/test';
import { findChromium } from './ensure-chromium.mjs';
import { ROOT } from './local/settings.mjs';

/**
 * `npm run pictures`: takes a picture of every screen of the built application with its demo data, in both themes, at desktop and phone
 * width, named <screen>-<theme>-<width>.png. Pictures used in a document go to docs/pictures and are committed. All others go to
 * build/pictures, which git ignores. With names after `--`, takes only the screens whose name contains one of them. `product` is the
 * picture on the landing page, which goes to public.
 */
const SHOWN_FOLDER = join(ROOT, 'docs/pictures');
const OTHER_FOLDER = join(ROOT, 'build/pictures');
const THEMES = ['light', 'dark'] as const;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
];

const MAX_HEIGHT = 2600;

type Appearance = { colorScheme: (typeof THEMES)[number]; viewport: (typeof SIZES)[number] };

const filters: string[] = process.argv.slice(2);
const screens = SCREENS.filter(
  ({ name }) => filters.length === 0 || filters.some((part) => name.includes(part)),
);

const documentedPictures = picturesInDocuments();
const browserPath = findChromium();
if (!browserPath) throw new Error('Pictures need Chromium: run node scripts/ensure-chromium.mjs');
const stopApp = await startApp();
try {
  const browser = await chromium.launch({
    executablePath: browserPath.executablePath,
    // Chromium's sandbox doesn't work as root.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  for (const folder of [SHOWN_FOLDER, OTHER_FOLDER]) {
    mkdirSync(folder, { recursive: true });
    if (filters.length === 0) removeOldPictures(folder);
  }
  await takeAll(
    browser,
    screens.filter(({ leavesTraces }) => !leavesTraces),
  );
  await takeAll(
    browser,
    screens.filter(({ leavesTraces }) => leavesTraces),
  );
  if (filters.length === 0 || filters.includes('product')) await takeProduct(browser);
  await browser.close();
} finally {
  await stopApp();
}

async function takeAll(browser: Browser, screensToTake: Screen[]) {
  const people = new Set(screensToTake.map((screen) => screen.as));
  for (const viewport of SIZES) {
    for (const person of people) {
      const personScreens = screensToTake.filter((screen) => screen.as === person);
      await Promise.all(
        THEMES.map((colorScheme) => takePictures(browser, person, personScreens, { colorScheme, viewport })),
      );
    }
  }
}

/** Takes the picture of the product for the landing page, in both themes: small, but sharp on high-density screens. */
async function takeProduct(browser: Browser) {
  for (const colorScheme of THEMES) {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 1280, height: 760 },
      deviceScaleFactor: 1.5,
      baseURL: APP_URL,
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    await signInAs(context.request, { email: 'accountant@example.com' });
    const page = await context.newPage();
    await page.goto('/?tab=detail&overview=open', { waitUntil: 'networkidle' });
    await page.getByText('Total liability').first().waitFor();
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    await sharp(picture)
      .webp({ quality: 72, effort: 6 })
      .toFile(join(ROOT, `public/product-${colorScheme}.webp`));
    await context.close();
  }
}

/** Takes one user's screens after a single sign-in. */
async function takePictures(
  browser: Browser,
  person: string | null,
  personScreens: Screen[],
  appearance: Appearance,
) {
  const context = await browser.newContext({
    ...appearance,
    // Dialogs and menus are opened at desktop size, because a phone has some of them in other menus or on other screens.
    viewport: SIZES[0],
    baseURL: APP_URL,
    locale: 'en-US',
    timezoneId: 'UTC',
    // Avoids pictures taken mid-animation.
    reducedMotion: 'reduce',
  });
  if (person) await signInAs(context.request, { email: person });
  for (const screen of personScreens) {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    try {
      await page.goto(screen.path, { waitUntil: 'networkidle' });
      await screen.open?.(page);
      await page.setViewportSize(appearance.viewport);
      await save(page, fileName(screen, appearance));
    } catch (error) {
      console.error(`${fileName(screen, appearance)}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
    await page.close();
  }
  await context.close();
}

/** Captures the whole page up to a maximum height, or only the viewport when a dialog or menu is open. */
async function save(page: Page, name: string) {
  const isCovered = (await page.locator('[role=dialog], [role=alertdialog], [role=menu]').count()) > 0;
  const [width, height] = await page.evaluate(() => [innerWidth, document.documentElement.scrollHeight]);
  const picture = await page.screenshot({
    animations: 'disabled',
    caret: 'hide',
    ...(!isCovered && { fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT) } }),
  });
  // A palette more than halves the file size.
  await sharp(picture)
    .png({ palette: true, effort: 10 })
    .toFile(join(documentedPictures.has(name) ? SHOWN_FOLDER : OTHER_FOLDER, name));
}

/** "wells, none found" is wells-none-found-light-1440.png */
function fileName({ name }: Screen, { colorScheme, viewport }: Appearance): string {
  return `${name.replace(/[^a-z0-9]+/g, '-')}-${colorScheme}-${viewport.width}.png`;
}

function removeOldPictures(folder: string) {
  for (const name of readdirSync(folder)) if (name.endsWith('.png')) rmSync(join(folder, name));
}

function picturesInDocuments(): Set<string> {
  const documents = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name));
  const texts = ['README.md', ...documents].map((path) => readFileSync(join(ROOT, path), 'utf8'));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/pictures\/([\w-]+\.png)/g)].map(([, name]) => name!)),
  );
}
