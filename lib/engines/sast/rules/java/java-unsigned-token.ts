import type { Call, Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { method } from './samples.ts';

const signs = /\.signWith\(|\.encryptWith\(/;

/** Recognizes a jjwt token that is built without a signature. */
const isUnsigned = (call: Call): boolean =>
  call.names.some((name) => /(?:^|\.)Jwts\.builder\(\)/.test(name)) && !signs.test(around(call));

export const javaUnsignedToken: Rule = {
  id: 'java-unsigned-token',
  cwe: 'CWE-347',
  severity: 'high',
  title: 'Token without a signature',
  message: 'The token is not signed: anyone can forge one for another identity.',
  help: 'Sign it with a key (HMAC or RSA), and accept only that algorithm when verifying.',
  calls: [{ call: ['Algorithm.none', '*.unsecured'] }, { call: ['*.compact'], when: isUnsigned }],
  positives: [
    method('    return JWT.create().withIssuer("a").sign(Algorithm.none()); // HERE'),
    method('    JWTVerifier verifier = JWT.require(Algorithm.none()).build(); // HERE'),
    method('    String token = Jwts.builder().setSubject("a").compact(); // HERE'),
  ],
  negatives: [
    method('    return JWT.create().sign(Algorithm.RSA256(publicKey, privateKey));'),
    method('    return Jwts.builder().setSubject("a").signWith(key).compact();', 'Key key'),
  ],
};
