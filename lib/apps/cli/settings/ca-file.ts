import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { CliFailure, exitCodes } from '../exit-codes.ts';
import type { Files } from '../commands/command-environment.ts';

const bad = (message: string): CliFailure => new CliFailure(exitCodes.badInput, message, 'ca_file');

const pem = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/**
 * Trusts the certificates of a file in addition to those that Node trusts. @throws CliFailure for a file without any
 */
export const trustCertificates = async (file: string, { read }: Pick<Files, 'read'>): Promise<void> => {
  const bytes = await read(file).catch(() => {
    throw bad(`--ca-file: ${file} cannot be read.`);
  });
  const certificates = Buffer.from(bytes).toString('latin1').match(pem) ?? [];
  try {
    for (const certificate of certificates) void new X509Certificate(certificate);
  } catch {
    throw bad(`--ca-file: ${file} holds a certificate that cannot be read.`);
  }
  if (certificates.length === 0) throw bad(`--ca-file: ${file} holds no certificate in PEM.`);
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), ...certificates]);
};
