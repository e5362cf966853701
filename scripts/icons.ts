import { join } from 'node:path';
import HandCoins from 'lucide-react/icons/hand-coins';
import Handshake from 'lucide-react/icons/handshake';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import sharp from 'sharp';
import { ROOT } from './local/settings.mjs';

/**
 * `npm run icons`: draws the icons of row actions (`row-action` in app/tailwind.css) from lucide's. They are bitmaps because Chromium
 * builds a document for each vector image in a stylesheet, before the first paint. Three pixels per CSS pixel keep them sharp.
 */
const ICONS = { edit: Pencil, settle: HandCoins, sell: Handshake, delete: Trash2 };

for (const [name, Icon] of Object.entries(ICONS)) {
  const drawing = renderToStaticMarkup(createElement(Icon, { size: 48, color: '#000' }));
  await sharp(Buffer.from(drawing))
    .webp({ lossless: true, effort: 6 })
    .toFile(join(ROOT, `app/icons/${name}.webp`));
}
