import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The routes that a build has, as the compiler reads them. */
function routesWith(env: Record<string, string>): string {
  const { ARO_COMPONENT_PAGE: _, ...rest } = process.env;
  return execFileSync(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'routes', '--json'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...rest, ...env },
  });
}

it('the page of components is in a build only where it is asked for', () => {
  const deployed = routesWith({});
  expect(deployed).toContain('routes/settings');
  expect(deployed).not.toContain('dev.components');
  expect(routesWith({ ARO_COMPONENT_PAGE: '1' })).toContain('dev.components');
}, 60_000);
