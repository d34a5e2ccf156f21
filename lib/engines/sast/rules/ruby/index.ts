import type { LanguageModel } from '@scangate/engines/sast/rule';
import {
  callbacks,
  crossRequestStores,
  containers,
  guards,
  results,
  scalarTypes,
  unwritten,
} from './library.ts';
import { rbCleartextRequest } from './rb-cleartext-request.ts';
import { rbCodeInjection } from './rb-code-injection.ts';
import { rbCommandInjection, rbCommandFromParameter, rbDynamicCommand } from './rb-command-injection.ts';
import { rbCorsAnyOrigin } from './rb-cors-any-origin.ts';
import { rbCsrfDisabled, rbAnyAction, rbAuthenticationSkipped } from './rb-csrf-disabled.ts';
import { rbDebugMode } from './rb-debug-mode.ts';
import { rbDynamicRender } from './rb-dynamic-render.ts';
import { rbDynamicSend } from './rb-dynamic-send.ts';
import { rbExponentialRegex } from './rb-exponential-regex.ts';
import { rbHardcodedKey } from './rb-hardcoded-key.ts';
import { rbHeaderInjection } from './rb-header-injection.ts';
import { rbCookieWithoutHttponly, rbCookieWithoutSecure } from './rb-insecure-cookie.ts';
import { rbJwtEmptyKey, rbJwtUnverified, rbPasswordInJwt } from './rb-jwt-unverified.ts';
import { rbLdapInjection } from './rb-ldap-injection.ts';
import { rbLineAnchor, rbPartialPattern } from './rb-line-anchor.ts';
import { rbLogInjection } from './rb-log-injection.ts';
import { rbMassAssignment, rbPrivilegedField, rbUnpermittedFields } from './rb-mass-assignment.ts';
import { rbNosqlInjection } from './rb-nosql-injection.ts';
import { rbOpenRedirect } from './rb-open-redirect.ts';
import { rbPathTraversal } from './rb-path-traversal.ts';
import { rbRegexInjection } from './rb-regex-injection.ts';
import { rbSqlInjection, rbSqlFromParameter } from './rb-sql-injection.ts';
import { rbSsrf } from './rb-ssrf.ts';
import { rbStaticIv } from './rb-static-iv.ts';
import { rbTemplateInjection } from './rb-template-injection.ts';
import { rbTlsUnverified } from './rb-tls-unverified.ts';
import { rbUnrestrictedUpload } from './rb-unrestricted-upload.ts';
import { rbUnsafeDeserialization } from './rb-unsafe-deserialization.ts';
import { rbUnsafeReflection } from './rb-unsafe-reflection.ts';
import { rbWeakCipher } from './rb-weak-cipher.ts';
import { rbWeakPasswordHash, rbWeakHash } from './rb-weak-hash.ts';
import { rbWeakKeySize } from './rb-weak-key-size.ts';
import { rbWeakRandom } from './rb-weak-random.ts';
import { rbWeakTls } from './rb-weak-tls.ts';
import { rbWorldWritable } from './rb-world-writable.ts';
import { rbXpathInjection } from './rb-xpath-injection.ts';
import { rbXss, rbJsonUnescaped } from './rb-xss.ts';
import { rbXxe } from './rb-xxe.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const ruby: LanguageModel = {
  rules: [
    rbAnyAction,
    rbAuthenticationSkipped,
    rbDynamicCommand,
    rbJsonUnescaped,
    rbPartialPattern,
    rbUnpermittedFields,
    rbCleartextRequest,
    rbCodeInjection,
    rbCommandInjection,
    rbCommandFromParameter,
    rbCorsAnyOrigin,
    rbCsrfDisabled,
    rbDebugMode,
    rbDynamicRender,
    rbDynamicSend,
    rbExponentialRegex,
    rbHardcodedKey,
    rbHeaderInjection,
    rbCookieWithoutHttponly,
    rbCookieWithoutSecure,
    rbJwtEmptyKey,
    rbJwtUnverified,
    rbPasswordInJwt,
    rbLdapInjection,
    rbLineAnchor,
    rbLogInjection,
    rbMassAssignment,
    rbPrivilegedField,
    rbNosqlInjection,
    rbOpenRedirect,
    rbPathTraversal,
    rbRegexInjection,
    rbSqlInjection,
    rbSqlFromParameter,
    rbSsrf,
    rbStaticIv,
    rbTemplateInjection,
    rbTlsUnverified,
    rbUnrestrictedUpload,
    rbUnsafeDeserialization,
    rbUnsafeReflection,
    rbWeakCipher,
    rbWeakPasswordHash,
    rbWeakHash,
    rbWeakKeySize,
    rbWeakRandom,
    rbWeakTls,
    rbWorldWritable,
    rbXpathInjection,
    rbXss,
    rbXxe,
  ],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  crossRequestStores,
  formats: ['format', 'sprintf', 'to', 'url', 'URI', 'URI.parse', 'URI.join', 'Addressable.URI.parse'],
  containers,
  scalarTypes,
  impliedBy: unwritten,
  implicitSelf: true,
  callsReadFields: true,
  hasGlobals: true,
};
