import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { convertV4MiniflareOptions } from 'miniflare';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';

/**
 * Miniflare options for a Worker in one file (`writeBundle`) with every binding in wrangler.toml. `wrangler dev` would run a second
 * workerd in front of this one, which no deployment has. `entry` is a module that receives requests first and imports the Worker from the
 * same folder. `instance` has any other Miniflare options.
 */
export function workerOptions({
  root,
  bundle,
  entry = '',
  envFiles = undefined,
  bindings = {},
  ...instance
}) {
  const config = join(root, 'wrangler.toml');
  const bound = unstable_getMiniflareWorkerOptions(config, undefined, { envFiles }).workerOptions;
  const files = readdirSync(bundle)
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(bundle, name));
  return convertV4MiniflareOptions({
    ...bound,
    bindings: { ...bound.bindings, ...bindings },
    modulesRoot: bundle,
    modules: (entry ? [entry, ...files] : files).map((file) => ({
      type: 'ESModule',
      path: join(bundle, basename(file)),
      contents: readFileSync(file, 'utf8'),
    })),
    cf: false,
    ...instance,
  });
}
