import type { Rule } from '@scangate/engines/sast/rule';
import { isChecksum } from '../checksum.ts';
import { program } from './samples.ts';

export const rsWeakHash: Rule = {
  id: 'rs-weak-hash',
  cwe: 'CWE-328',
  severity: 'medium',
  title: 'Broken hash function',
  message: 'MD5 and SHA-1 are broken: collisions can be created.',
  help: 'Use SHA-256 or better; for passwords use argon2.',
  calls: [
    {
      call: [
        '{md5,md_5}.{compute,Md5.new,Md5.digest}',
        '{Md5,Sha1,Md4,Md2}.{new,digest}',
        '{md2.Md2,md4.Md4}.{new,digest}',
        'sha1.Sha1.{new,digest,from}',
        '*.MessageDigest.{md5,sha1}',
        'MessageDigest.{md5,sha1}',
        'openssl.sha.sha1',
      ],
      when: (call) => !isChecksum(call),
    },
  ],
  positives: [
    program('    let hash = md5::compute(password); // HERE', '', 'password: &str'),
    program('    let mut hasher = Sha1::new(); // HERE', 'use sha1::{Digest, Sha1};'),
    program('    let digest = MessageDigest::md5(); // HERE', 'use openssl::hash::MessageDigest;'),
    '\nfn run(password: &str) {\n    let hash = Md5::new(password); // HERE\n}\n',
    '\nfn run(password: &str) {\n    let hash = md2::Md2::new(password); // HERE\n}\n',
    '\nfn run(password: &str) {\n    let hash = MessageDigest::md5(password); // HERE\n}\n',
    '\nfn run(password: &str) {\n    let hash = openssl::sha::sha1(password); // HERE\n}\n',
  ],
  negatives: [
    program('    let mut hasher = Sha256::new();', 'use sha2::{Digest, Sha256};'),
    'fn etag(body: &[u8]) -> String {\n    format!("{:x}", md5::compute(body))\n}\n',
  ],
};

export const rsWeakCipher: Rule = {
  id: 'rs-weak-cipher',
  cwe: 'CWE-327',
  severity: 'high',
  title: 'Broken cipher or mode',
  message: 'DES, Triple DES, RC2, RC4 and Blowfish can be broken, and in ECB mode equal blocks stay equal.',
  help: 'Use Aes256Gcm or ChaCha20Poly1305.',
  calls: [
    {
      call: [
        '*.Cipher.{des_cbc,des_ecb,des_cfb1,des_ede3,des_ede3_cbc,des_ede3_ecb,rc4,bf_cbc,bf_ecb,aes_128_ecb,aes_192_ecb,aes_256_ecb}',
        'Cipher.{des_cbc,des_ecb,des_ede3_cbc,rc4,bf_cbc,aes_128_ecb,aes_192_ecb,aes_256_ecb}',
      ],
    },
    {
      call: [
        '{des,Des,TdesEde2,TdesEde3,rc4,Rc4,rc2,Rc2}.{Des.new,TdesEde3.new,TdesEde2.new,Rc4.new,Rc2.new,new,new_from_slice}',
        '{des.Des,des.TdesEde3,rc4.Rc4,rc2.Rc2}.{new,new_from_slice}',
        'ecb.{Encryptor,Decryptor}.new',
      ],
    },
  ],
  positives: [
    program('    let cipher = Cipher::aes_128_ecb(); // HERE', 'use openssl::symm::Cipher;'),
    program('    let cipher = Des::new_from_slice(key); // HERE', 'use des::Des;', 'key: &[u8]'),
    'use des::Des;\nfn run(key: &[u8]) {\n    let cipher = Cipher.des_cbc(key); // HERE\n}\n',
    'use openssl::symm::Cipher;\nfn run() {\n    let cipher = ecb::Encryptor::new(); // HERE\n}\n',
  ],
  negatives: [
    program('    let cipher = Cipher::aes_256_gcm();', 'use openssl::symm::Cipher;'),
    program('    let cipher = Aes256Gcm::new(key);', 'use aes_gcm::Aes256Gcm;', 'key: &Key'),
  ],
};
