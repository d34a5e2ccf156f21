import type { ErasureProof } from '../offboarding/erasure-proof.ts';
import type { MailContent } from './render-mail.ts';

/** Renders the last mail about an erased organization: its proof, to be kept and checked without the service. */
export const renderErasureProof = (proof: ErasureProof): MailContent => {
  const { organizationId, closedAt, erasedAt } = proof.statement;
  const lines = [
    `The organization ${organizationId} was closed at ${closedAt} and erased at ${erasedAt}.`,
    'This is the signed proof. Save it as proof.json, and verify it with the public key of the ledger, which the operator of the service provides:',
    'npm run verify-erasure -- proof.json --public-key key.pem',
  ];
  const json = JSON.stringify(proof);
  return {
    subject: 'Your organization was erased',
    text: [...lines, json, ''].join('\n\n'),
    html: [...lines.map((line) => `<p>${line}</p>`), `<pre>${json}</pre>`].join('\n'),
  };
};
