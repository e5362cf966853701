import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Routes as the compiler reads them, without the page of components being asked for, as a build has them that is deployed. */
function deployedRoutes(): string {
  const { ARO_COMPONENT_PAGE: _, ...env } = process.env;
  return execFileSync(process.execPath, ['node_modules/@remix-run/dev/dist/cli.js', 'routes', '--json'], {
    cwd: root,
    encoding: 'utf8',
    env,
  });
}

// That the page is there where it is asked for, the browser tests show, which look at it.
it('the page of components is in a build only where it is asked for', () => {
  const routes = deployedRoutes();
  expect(routes).toContain('routes/settings');
  expect(routes).not.toContain('dev.components');
}, 60_000);
