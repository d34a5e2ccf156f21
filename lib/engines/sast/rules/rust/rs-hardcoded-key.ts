import type { Rule } from '@scangate/engines/sast/rule';
import { isFixed } from './conditions.ts';
import { program } from './samples.ts';

export const rsHardcodedKey: Rule = {
  id: 'rs-hardcoded-key',
  cwe: 'CWE-321',
  severity: 'high',
  title: 'Hard-coded key',
  message: 'Everyone who has the program has the key, and changing it takes a new version.',
  help: 'Read the key from the environment or a secret manager when the program starts.',
  calls: [
    {
      call: [
        '*.{EncodingKey,DecodingKey}.{from_secret,from_base64_secret}',
        '{EncodingKey,DecodingKey}.{from_secret,from_base64_secret}',
        '*.new_from_slice',
        '*.Key.{from_slice,from,new,derive_from}',
        'Key.{from_slice,from,derive_from}',
        'hmac.Key.new',
        'ring.hmac.Key.new',
      ],
      when: ({ args }) => isFixed(args.at(-1)),
    },
  ],
  positives: [
    program(
      '    let key = EncodingKey::from_secret(b"a secret that everyone knows"); // HERE',
      'use jsonwebtoken::EncodingKey;',
    ),
    program('    let mac = Hmac::<Sha256>::new_from_slice(b"0123456789abcdef"); // HERE', 'use hmac::Hmac;'),
    'use aes_gcm::{Aes256Gcm, Key};\nconst SECRET: &str = "0123456789abcdef0123456789abcdef";\nfn run() {\n    let key = Key::<Aes256Gcm>::from_slice(SECRET.as_bytes()); // HERE\n}\n',
    'use jsonwebtoken::EncodingKey;\nfn run() {\n    let key = DecodingKey::from_base64_secret(b"a secret that everyone knows"); // HERE\n}\n',
    'use jsonwebtoken::EncodingKey;\nfn run() {\n    let key = Key::from_slice(b"a secret that everyone knows"); // HERE\n}\n',
  ],
  negatives: [
    program(
      '    let key = EncodingKey::from_secret(secret.as_bytes());',
      'use jsonwebtoken::EncodingKey;',
      'secret: &str',
    ),
    program('    let mac = Hmac::<Sha256>::new_from_slice(&key);', 'use hmac::Hmac;', 'key: Vec<u8>'),
  ],
};

export const rsStaticNonce: Rule = {
  id: 'rs-static-nonce',
  cwe: 'CWE-329',
  severity: 'medium',
  title: 'Fixed nonce',
  message: 'If a key and nonce are used twice, stream ciphers and GCM reveal plaintexts and keys.',
  help: 'Create a new nonce for every message (generate_nonce, OsRng) and store it with the ciphertext.',
  calls: [
    {
      call: [
        '*.{Nonce,XNonce}.{from_slice,assume_unique_for_key,from}',
        '{Nonce,XNonce}.{from_slice,assume_unique_for_key,from}',
      ],
      when: ({ args: [nonce] }) => isFixed(nonce),
    },
  ],
  positives: [
    program('    let nonce = Nonce::from_slice(b"unique nonce"); // HERE', 'use aes_gcm::Nonce;'),
    program('    let nonce = Nonce::assume_unique_for_key([0u8; 12]); // HERE', 'use ring::aead::Nonce;'),
    'use ring::aead::Nonce;\nfn run() {\n    let nonce = XNonce::from_slice([0u8; 12]); // HERE\n}\n',
  ],
  negatives: [
    program('    let nonce = Aes256Gcm::generate_nonce(&mut OsRng);'),
    program('    let nonce = Nonce::from_slice(bytes);', 'use aes_gcm::Nonce;', 'bytes: &[u8]'),
  ],
};
