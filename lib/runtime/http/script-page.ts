import { createHash } from 'node:crypto';

/** A page whose one script fills it. It asks this origin alone. */
export const scriptPage = (title: string, script: string): { page: string; policy: string } => {
  const hash = createHash('sha256').update(script).digest('base64');
  return {
    policy: `default-src 'none'; script-src 'sha256-${hash}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    page: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
</head>
<body>
<main></main>
<noscript>This page needs JavaScript.</noscript>
<script>${script}</script>
</body>
</html>
`,
  };
};
