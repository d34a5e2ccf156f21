import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  generateKeyPairSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { serveAwsJson, ServiceError, requiredText, type ServiceContext } from '../protocol/aws-json.ts';
import { damagedDataFolder, writeFileAtomically, type DataFolder } from '@scangate/emulator-host/data-folder';
import type { LocalServer } from '@scangate/emulator-host/http-server';
import { findKey, type Keys } from './find-key.ts';
import { signatureOperations } from './signatures.ts';

const plaintextLimitBytes = 4096;
const version = 1;
const ivBytes = 12;
const tagBytes = 16;
const algorithm = 'SYMMETRIC_DEFAULT';
const macAlgorithm = 'HMAC_SHA_256';

type Input = Record<string, unknown>;

const encrypt = (keys: Keys, master: Buffer, input: Input) => {
  const key = findKey(keys, requiredText(input, 'KeyId'));
  const plaintext = Buffer.from(requiredText(input, 'Plaintext'), 'base64');
  if (plaintext.length > plaintextLimitBytes) {
    throw new ServiceError('ValidationException', `Plaintext is longer than ${plaintextLimitBytes} bytes.`);
  }
  const iv = randomBytes(ivBytes);
  const authenticated = authenticatedData(key.keyId, input['EncryptionContext']);
  const cipher = createCipheriv('aes-256-gcm', master, iv).setAAD(authenticated);
  const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  const keyId = Buffer.from(key.keyId, 'utf8');
  const head = Buffer.from([version, keyId.length]);
  const blob = Buffer.concat([head, keyId, iv, cipher.getAuthTag(), sealed]);
  return { CiphertextBlob: blob.toString('base64'), KeyId: key.arn, EncryptionAlgorithm: algorithm };
};

const decrypt = (keys: Keys, master: Buffer, input: Input) => {
  const blob = Buffer.from(requiredText(input, 'CiphertextBlob'), 'base64');
  const invalid = new ServiceError('InvalidCiphertextException', 'The ciphertext cannot be opened.');
  const body = 2 + (blob[1] ?? 0);
  if (blob[0] !== version || blob.length < body + ivBytes + tagBytes) throw invalid;
  const key = findKey(keys, blob.subarray(2, body).toString('utf8'));
  if (input['KeyId'] !== undefined && findKey(keys, requiredText(input, 'KeyId')) !== key) {
    throw new ServiceError('IncorrectKeyException', 'The ciphertext belongs to another key.');
  }
  const iv = blob.subarray(body, body + ivBytes);
  const tag = blob.subarray(body + ivBytes, body + ivBytes + tagBytes);
  const sealed = blob.subarray(body + ivBytes + tagBytes);
  try {
    const authenticated = authenticatedData(key.keyId, input['EncryptionContext']);
    const decipher = createDecipheriv('aes-256-gcm', master, iv).setAAD(authenticated).setAuthTag(tag);
    const plain = Buffer.concat([decipher.update(sealed), decipher.final()]);
    return { Plaintext: plain.toString('base64'), KeyId: key.arn, EncryptionAlgorithm: algorithm };
  } catch {
    throw invalid;
  }
};

/** Makes an authentication code; the key of each KMS key is derived from the master key. */
const generateMac = (keys: Keys, master: Buffer, input: Input) => {
  const { keyId, arn, makesCodes } = findKey(keys, requiredText(input, 'KeyId'));
  if (!makesCodes)
    throw new ServiceError('InvalidKeyUsageException', `${arn} makes no authentication codes.`);
  const message = Buffer.from(requiredText(input, 'Message'), 'base64');
  if (input['MacAlgorithm'] !== macAlgorithm || message.length > plaintextLimitBytes)
    throw new ServiceError('ValidationException', `The local KMS makes codes with ${macAlgorithm}.`);
  const key = createHmac('sha256', master).update(`key ${keyId}`).digest();
  const code = createHmac('sha256', key).update(message).digest();
  return { KeyId: arn, Mac: code.toString('base64'), MacAlgorithm: macAlgorithm };
};

/** Serves encryption under one master key, signatures and authentication codes, with keys in the data folder that only its owner can read. */
export const startKms = (keys: Keys, folder: DataFolder, context: ServiceContext): Promise<LocalServer> => {
  const master = masterKey(folder);
  const operations = {
    Encrypt: (input: Input) => encrypt(keys, master, input),
    Decrypt: (input: Input) => decrypt(keys, master, input),
    ...signatureOperations(keys, (keyId) => signingKey(folder, keyId)),
    GenerateMac: (input: Input) => generateMac(keys, master, input),
  };
  return serveAwsJson({ service: 'kms', version: '1.1' }, operations, context);
};

/** Builds the authenticated data of a ciphertext: the key, and the context in sorted order. */
const authenticatedData = (keyId: string, encryptionContext: unknown): Buffer => {
  const pairs = Object.entries((encryptionContext as Record<string, string> | undefined) ?? {});
  pairs.sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify([keyId, pairs]), 'utf8');
};

const signingKey = (folder: DataFolder, keyId: string): KeyObject => {
  const path = folder.within(`kms-${keyId}.pem`);
  if (!existsSync(path)) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    writeFileAtomically(path, Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })), 0o600);
  }
  return createPrivateKey(readFileSync(path));
};

const masterKey = (folder: DataFolder): Buffer => {
  const path = folder.within('kms.key');
  if (!existsSync(path)) writeFileAtomically(path, randomBytes(32), 0o600);
  const key = readFileSync(path);
  if (key.length !== 32) throw damagedDataFolder(folder.path, 'kms.key');
  return key;
};
