import type { LanguageModel } from '@scangate/engines/sast/rule';
import { callbacks, containers, formats, guards, results, scalarTypes } from './library.ts';
import { rsCodeInjection, rsTemplateInjection } from './rs-code-injection.ts';
import { rsCommandInjection, rsCommandFromParameter } from './rs-command-injection.ts';
import { rsCookieWithoutSecure, rsCookieWithoutHttpOnly } from './rs-cookie.ts';
import { rsCorsAnyOrigin } from './rs-cors-any-origin.ts';
import { rsHeaderInLog } from './rs-header-in-log.ts';
import { rsSharedTempDir, rsOwnPath } from './rs-shared-place.ts';
import { rsHardcodedKey, rsStaticNonce } from './rs-hardcoded-key.ts';
import { rsJwtUnverified } from './rs-jwt-unverified.ts';
import { rsLogInjection } from './rs-log-injection.ts';
import { rsOpenRedirect } from './rs-open-redirect.ts';
import { rsPathTraversal, rsZipSlip } from './rs-path-traversal.ts';
import { rsRegexInjection, rsExponentialRegex } from './rs-regex-injection.ts';
import { rsSqlInjection, rsSqlFromParameter } from './rs-sql-injection.ts';
import { rsSsrf, rsCleartextRequest } from './rs-ssrf.ts';
import { rsTlsUnverified, rsWeakTls } from './rs-tls-unverified.ts';
import { rsUnsafeDeserialization, rsHeaderInjection } from './rs-unsafe-deserialization.ts';
import {
  rsUninitializedMemory,
  rsTransmute,
  rsUncheckedInput,
  rsDanglingPointer,
} from './rs-unsafe-memory.ts';
import { rsWeakHash, rsWeakCipher } from './rs-weak-hash.ts';
import { rsWeakKeySize, rsWeakPasswordHash } from './rs-weak-key-size.ts';
import { rsWeakRandom } from './rs-weak-random.ts';
import { rsWorldWritable } from './rs-world-writable.ts';
import { rsXpathInjection, rsLdapInjection } from './rs-xpath-injection.ts';
import { rsXss } from './rs-xss.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const rust: LanguageModel = {
  rules: [
    rsHeaderInLog,
    rsOwnPath,
    rsSharedTempDir,
    rsCleartextRequest,
    rsCodeInjection,
    rsCommandFromParameter,
    rsCommandInjection,
    rsCookieWithoutHttpOnly,
    rsCookieWithoutSecure,
    rsCorsAnyOrigin,
    rsDanglingPointer,
    rsExponentialRegex,
    rsHardcodedKey,
    rsHeaderInjection,
    rsJwtUnverified,
    rsLdapInjection,
    rsLogInjection,
    rsOpenRedirect,
    rsPathTraversal,
    rsRegexInjection,
    rsSqlFromParameter,
    rsSqlInjection,
    rsSsrf,
    rsStaticNonce,
    rsTemplateInjection,
    rsTlsUnverified,
    rsTransmute,
    rsUncheckedInput,
    rsUninitializedMemory,
    rsUnsafeDeserialization,
    rsWeakCipher,
    rsWeakHash,
    rsWeakKeySize,
    rsWeakPasswordHash,
    rsWeakRandom,
    rsWeakTls,
    rsWorldWritable,
    rsXpathInjection,
    rsXss,
    rsZipSlip,
  ],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  formats,
  containers,
  scalarTypes,
  implicitSelf: false,
};
