import { isReference, looksChosen } from '../assignment.ts';
import { form } from '../rule.ts';
import { base62, fake, leak } from '../sample.ts';

const reach = 3000;

/** The first value under `data:` that decodes to something worth keeping secret. */
const secretData = (text: string, start: number): { start: number; end: number } | undefined => {
  const document = text.slice(start, start + reach).split(/\n---/)[0] ?? '';
  const data = /\n {0,2}"?data"?:/.exec(document);
  if (data === null) return undefined;
  const values = /[\w.-]{1,80}"?:[ \t]{1,8}["']?(?<value>[A-Za-z0-9+/]{12,2000}={0,2})(?=["'\s]|$)/dg;
  values.lastIndex = data.index + data[0].length;
  for (let found = values.exec(document); found !== null; found = values.exec(document)) {
    const decoded = Buffer.from(found.groups?.['value'] ?? '', 'base64').toString('latin1');
    const [from, to] = found.indices?.groups?.['value'] ?? [0, 0];
    if (looksChosen(decoded.slice(0, 128)) && !isReference(decoded))
      return { start: start + from, end: start + to };
  }
  return undefined;
};

const made = Buffer.from(fake(base62, 24)).toString('base64');

export const kubernetesSecret = form({
  id: 'kubernetes-secret',
  title: 'Kubernetes Secret with its values',
  keywords: ['kind: secret', '"kind": "secret"', '"kind":"secret"'],
  anchor: 'keyword',
  pattern: /(?:kind: Secret|"kind": ?"Secret")(?!\w)/,
  refine: secretData,
  positives: () => [leak`apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ndata:\n  password: ${made}\n`],
  negatives: () => [
    'kind: Secret\nmetadata:\n  name: app\ndata:\n  password: cGFzc3dvcmQ=\n',
    `kind: SecretStore\nspec:\n  data: ${made}`,
    `kind: Secret\nmetadata:\n  name: app\n---\nkind: ConfigMap\ndata:\n  checksum: ${made}\n`,
  ],
});
