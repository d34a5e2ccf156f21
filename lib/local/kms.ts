import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { serveAwsJson, ServiceError, textOf, type ServiceContext } from './aws-json.ts';
import { damagedData, writeWhole, type DataFolder } from './data-folder.ts';
import type { LocalServer } from './http.ts';
import type { CloudPlan } from './template/plan.ts';

const plaintextLimitBytes = 4096;
const version = 1;
const ivBytes = 12;
const tagBytes = 16;

/** Encrypt and Decrypt under one master key that stays in the data folder, readable by its owner only. */
export const startKms = (
  keys: CloudPlan['keys'],
  folder: DataFolder,
  context: ServiceContext,
): Promise<LocalServer> => {
  const master = masterKey(folder);

  const find = (wanted: string) => {
    const found = keys.find((key) => [key.keyId, key.arn, ...key.aliases].includes(wanted));
    if (!found) throw new ServiceError('NotFoundException', `There is no key ${wanted}.`);
    return found;
  };

  const encrypt = (input: Record<string, unknown>) => {
    const key = find(textOf(input, 'KeyId'));
    const plaintext = Buffer.from(textOf(input, 'Plaintext'), 'base64');
    if (plaintext.length > plaintextLimitBytes) {
      throw new ServiceError('ValidationException', `Plaintext is longer than ${plaintextLimitBytes} bytes.`);
    }
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', master, iv).setAAD(
      bound(key.keyId, input.EncryptionContext),
    );
    const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    const keyId = Buffer.from(key.keyId, 'utf8');
    const blob = Buffer.concat([
      Buffer.from([version, keyId.length]),
      keyId,
      iv,
      cipher.getAuthTag(),
      sealed,
    ]);
    return {
      CiphertextBlob: blob.toString('base64'),
      KeyId: key.arn,
      EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
    };
  };

  const decrypt = (input: Record<string, unknown>) => {
    const blob = Buffer.from(textOf(input, 'CiphertextBlob'), 'base64');
    const invalid = new ServiceError('InvalidCiphertextException', 'The ciphertext cannot be opened.');
    const body = 2 + (blob[1] ?? 0);
    if (blob[0] !== version || blob.length < body + ivBytes + tagBytes) throw invalid;
    const key = find(blob.subarray(2, body).toString('utf8'));
    if (input.KeyId !== undefined && find(textOf(input, 'KeyId')) !== key) {
      throw new ServiceError('IncorrectKeyException', 'The ciphertext is of another key.');
    }
    const iv = blob.subarray(body, body + ivBytes);
    const tag = blob.subarray(body + ivBytes, body + ivBytes + tagBytes);
    try {
      const decipher = createDecipheriv('aes-256-gcm', master, iv)
        .setAAD(bound(key.keyId, input.EncryptionContext))
        .setAuthTag(tag);
      const plain = Buffer.concat([
        decipher.update(blob.subarray(body + ivBytes + tagBytes)),
        decipher.final(),
      ]);
      return {
        Plaintext: plain.toString('base64'),
        KeyId: key.arn,
        EncryptionAlgorithm: 'SYMMETRIC_DEFAULT',
      };
    } catch {
      throw invalid;
    }
  };

  return serveAwsJson('kms', '1.1', { Encrypt: encrypt, Decrypt: decrypt }, context);
};

/** What a ciphertext is bound to: the key and the context, whatever order the context came in. */
const bound = (keyId: string, encryptionContext: unknown): Buffer => {
  const pairs = Object.entries((encryptionContext as Record<string, string> | undefined) ?? {});
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify([keyId, pairs]), 'utf8');
};

const masterKey = (folder: DataFolder): Buffer => {
  const path = folder.within('kms.key');
  if (!existsSync(path)) writeWhole(path, randomBytes(32), 0o600);
  const key = readFileSync(path);
  if (key.length !== 32) throw damagedData(folder.path, 'kms.key');
  return key;
};
