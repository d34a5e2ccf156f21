import { looksLikePassword } from '../likely-secret.ts';
import { form } from '../rule.ts';
import { base62, fake, leak } from '../sample.ts';

const reach = 3000;
const certificate = /(?:^|[._-])(?:crt|cert|ca|pub|pem)s?$/;

/** Bounds of the YAML document around a place, as far as it reaches. */
const documentAround = (text: string, at: number): { from: number; to: number } => {
  const before = text.slice(Math.max(0, at - reach), at);
  const after = text.slice(at, at + reach);
  const end = after.indexOf('\n---');
  return {
    from: at - before.length + Math.max(0, before.lastIndexOf('\n---')),
    to: at + (end === -1 ? after.length : end),
  };
};

const entry =
  /^[ \t-]{0,40}"?(?<key>[\w.-]{1,80})"?:[ \t]{1,8}["']?(?<value>[A-Za-z0-9+/]{12,2000}={0,2})["']?,?(?:[ \t]|\r?$)/d;

const isWorthKeeping = (key: string, value: string, path: string): boolean => {
  const decoded = Buffer.from(value, 'base64').toString('latin1').trim();
  if (certificate.test(key) || decoded.startsWith('-----BEGIN CERT')) return false;
  return looksLikePassword(decoded.slice(0, 128), path);
};

/** The first value under `data:` that decodes to something worth keeping secret. */
const secretData = (
  text: string,
  at: number,
  _: number,
  path: string,
): { start: number; end: number } | undefined => {
  const { from, to } = documentAround(text, at);
  let offset = from;
  let inData = false;
  for (const line of text.slice(from, to).split('\n')) {
    inData ||= /^[ \t]{0,2}"?data"?:/.test(line);
    const found = inData ? entry.exec(line) : null;
    const { key = '', value = '' } = found?.groups ?? {};
    if (found && isWorthKeeping(key, value, path)) {
      const [start, end] = found.indices?.groups?.['value'] ?? [0, 0];
      return { start: offset + start, end: offset + end };
    }
    offset += line.length + 1;
  }
  return undefined;
};

const made = Buffer.from(fake(base62, 24)).toString('base64');

export const kubernetesSecret = form({
  id: 'kubernetes-secret',
  title: 'Kubernetes Secret with its values',
  keywords: ['kind: secret', "kind: 'secret'", 'kind: "secret"', '"kind": "secret"', '"kind":"secret"'],
  anchor: 'keyword',
  pattern: /(?:kind: ["']?[Ss]ecret|"kind": ?"Secret")(?!\w)/,
  refine: secretData,
  positives: () => [leak`apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ndata:\n  password: ${made}\n`],
  negatives: () => [
    'kind: Secret\nmetadata:\n  name: app\ndata:\n  password: cGFzc3dvcmQ=\n',
    `kind: SecretStore\nspec:\n  data: ${made}`,
    `kind: Secret\nmetadata:\n  name: app\n---\nkind: ConfigMap\ndata:\n  checksum: ${made}\n`,
  ],
});
