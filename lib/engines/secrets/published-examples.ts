import { createHash } from 'node:crypto';

/** Digests of credentials that documentation and emulators publish, with their origin. */
const published: ReadonlyMap<string, string> = new Map([
  ['0011cc25eb4320717494d2703e8cba85', 'the Azure storage emulator'],
  ['aa6547439583c3a275d4542a0df6c1ad', 'the Azure Cosmos DB emulator'],
  ['7f75367e7881255134e1375e723d1dea', 'the example of jwt.io'],
  ['da816f9f2c16e6c5390e7636cadc40c4', 'the earlier example of jwt.io'],
  ['2cafc0970149a84f3b9e62eaf169f36f', "Stripe's documentation"],
  ['f2d6ca16515033e5dce14eba840b979d', "Stripe's earlier documentation"],
  ['9c846fdf0fa8955c377d0301542ee20e', "Mailgun's documentation"],
  ['78314b11be2e581549ac1c4f616563fa', 'the documentation of AWS'],
  ['82f3b3ce274e192ae0131267af80306e', 'the documentation of Phoenix'],
  ['facfa758facc8e5ad5efa358f961a111', 'the insecure key pair of Vagrant'],
]);

const digestOf = (secret: string): string =>
  createHash('sha256').update(secret.replaceAll(/\s/g, ''), 'latin1').digest('hex').slice(0, 32);

/** Returns whether a credential is publicly known, so that it protects nothing. Whitespace does not count. */
export const isPublishedExample = (secret: string): boolean => published.has(digestOf(secret));
