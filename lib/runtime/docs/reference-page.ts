import { createHash } from 'node:crypto';

/** Addresses are relative, so that the page also works under the gateway's stage path. */
const script = `Redoc.init('v1/openapi.json', {
  expandResponses: '200,201',
  hideDownloadButtons: false,
  pathInMiddlePanel: true,
  scrollYOffset: 0,
  theme: { typography: { fontFamily: 'system-ui, sans-serif', headings: { fontFamily: 'system-ui, sans-serif' } } },
}, document.querySelector('main'));`;

const hash = createHash('sha256').update(script).digest('base64');

/**
 * The page loads its own script and the document of this origin. Redoc itself creates styles and a worker for its
 * search.
 */
export const referencePolicy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash}'`,
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page with the API reference. */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Scangate API</title>
<link rel="icon" href="data:,">
<style>body { margin: 0 }</style>
</head>
<body>
<main></main>
<noscript>This page needs JavaScript. The API is described in <a href="v1/openapi.json">OpenAPI</a>.</noscript>
<script src="docs/redoc.js"></script>
<script>${script}</script>
</body>
</html>
`;
