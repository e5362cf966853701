const STYLE = `
  :root { color-scheme: light dark; --page: #f4f5f7; --card: #fff; --text: #1b2330; --quiet: #5a6577; --line: #c3cad5; --brand: #0b5f59; --on-brand: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --page: #10151d; --card: #19212c; --text: #e8ecf2; --quiet: #a3aebf; --line: #445064; --brand: #5bc8bd; --on-brand: #06201e; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--page); color: var(--text);
    font: 1rem/1.5 system-ui, sans-serif; }
  main { width: 100%; max-width: 24rem; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
  h1 { margin: 0 0 .25rem; font-size: 1.25rem; }
  p { margin: 0 0 1.25rem; color: var(--quiet); font-size: .9rem; }
  p[role=alert] { color: var(--text); border-left: 4px solid #c8372d; padding-left: .75rem; }
  label { display: block; margin: 0 0 .25rem; font-weight: 600; font-size: .9rem; }
  label span { font-weight: 400; color: var(--quiet); }
  input { width: 100%; margin: 0 0 1rem; padding: .6rem .7rem; font: inherit; color: inherit; background: transparent;
    border: 1px solid var(--line); border-radius: .4rem; }
  button { width: 100%; padding: .65rem; font: inherit; font-weight: 600; color: var(--on-brand); background: var(--brand); border: 0;
    border-radius: .4rem; cursor: pointer; }
  input:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
  a { color: var(--brand); }
`;

function page(title, body) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body><main>${body}</main></body>
</html>`;
}

function escapeHtml(text) {
  return String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function signInPage({ action, problem = null, email = '', givenName = '', familyName = '' }) {
  return page(
    'Sign in · local identity provider',
    `<h1>Sign in</h1>
<p>Local development sign-in. Any email address works; no password needed.</p>
${problem ? `<p role="alert" id="problem">${escapeHtml(problem)}</p>` : ''}
<form method="post" action="${escapeHtml(action)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autofocus value="${escapeHtml(email)}"${
      problem ? ' aria-invalid="true" aria-describedby="problem"' : ''
    }>
<label for="given_name">First name <span>(optional)</span></label>
<input id="given_name" name="given_name" maxlength="100" autocomplete="given-name" value="${escapeHtml(givenName)}">
<label for="family_name">Last name <span>(optional)</span></label>
<input id="family_name" name="family_name" maxlength="100" autocomplete="family-name" value="${escapeHtml(familyName)}">
<button type="submit">Sign in</button>
</form>`,
  );
}

/** `form` is oidc-provider's own, with its CSRF protection. It submits automatically if scripts are enabled. */
export function signOutPage({ form, nonce }) {
  return page(
    'Signing out · local identity provider',
    `<h1>Signing out</h1>
${form}
<button type="submit" form="op.logoutForm" name="logout" value="yes">Continue</button>
<script nonce="${nonce}">document.querySelector('button').click();</script>`,
  );
}

export function messagePage({ title, text, link = null }) {
  return page(
    `${escapeHtml(title)} · local identity provider`,
    `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${link ? `<a href="${escapeHtml(link.href)}">${escapeHtml(link.text)}</a>` : ''}`,
  );
}
