import type { LanguageModel } from '@scangate/engines/sast/rule';
import { csCleartextRequest } from './cs-cleartext-request.ts';
import { csCodeInjection, csUnsafeReflection } from './cs-code-injection.ts';
import { csCommandInjection, csCommandFromParameter } from './cs-command-injection.ts';
import { csCookieWithoutSecure, csCookieWithoutHttpOnly } from './cs-cookie-without-secure.ts';
import { csCorsAnyOrigin } from './cs-cors-any-origin.ts';
import {
  csCsrfDisabled,
  csRequestValidationOff,
  csUnlimitedRequest,
  csCsrfMissing,
} from './cs-csrf-disabled.ts';
import { csDebugMode } from './cs-debug-mode.ts';
import { csDirectoryBrowsing, csBindAll, csLockoutOff } from './cs-directory-browsing.ts';
import { csHardcodedKey, csStaticIv, csHardcodedPassword } from './cs-hardcoded-key.ts';
import { csJwtUnverified } from './cs-jwt-unverified.ts';
import { csLdapInjection, csLdapFromParameter } from './cs-ldap-injection.ts';
import { csLogInjection } from './cs-log-injection.ts';
import { csNosqlInjection } from './cs-nosql-injection.ts';
import { csOpenRedirect } from './cs-open-redirect.ts';
import { csPathTraversal, csPathFromParameter } from './cs-path-traversal.ts';
import {
  csRegexInjection,
  csExponentialRegex,
  csRegexFromParameter,
  csRegexTimeout,
} from './cs-regex-injection.ts';
import { csSqlInjection, csSqlFromParameter } from './cs-sql-injection.ts';
import { csSsrf, csSsrfFromParameter } from './cs-ssrf.ts';
import { csTemplateInjection } from './cs-template-injection.ts';
import { csTlsUnverified, csWeakTls } from './cs-tls-unverified.ts';
import { csUnsafeDeserialization, csTypeNameHandling } from './cs-unsafe-deserialization.ts';
import { csWeakCipher, csWeakCipherMode, csWeakRsaPadding } from './cs-weak-cipher.ts';
import { csWeakHash } from './cs-weak-hash.ts';
import { csWeakKeySize, csWeakPasswordHash } from './cs-weak-key-size.ts';
import { csWeakRandom } from './cs-weak-random.ts';
import { csXpathInjection, csXpathFromParameter } from './cs-xpath-injection.ts';
import { csXss } from './cs-xss.ts';
import { csXxe } from './cs-xxe.ts';
import { csZipSlip } from './cs-zip-slip.ts';
import { csUncheckedSpan } from './cs-unchecked-span.ts';
import { csCertificateName } from './cs-certificate-name.ts';
import { csMissingHsts } from './cs-missing-hsts.ts';
import { callbacks, containers, formats, guards, results, scalarTypes } from './library.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const csharp: LanguageModel = {
  rules: [
    csCertificateName,
    csMissingHsts,
    csRegexTimeout,
    csUncheckedSpan,
    csBindAll,
    csCleartextRequest,
    csCodeInjection,
    csCommandFromParameter,
    csCommandInjection,
    csCookieWithoutHttpOnly,
    csCookieWithoutSecure,
    csCorsAnyOrigin,
    csCsrfDisabled,
    csCsrfMissing,
    csDebugMode,
    csDirectoryBrowsing,
    csExponentialRegex,
    csHardcodedKey,
    csHardcodedPassword,
    csJwtUnverified,
    csLdapFromParameter,
    csLdapInjection,
    csLockoutOff,
    csLogInjection,
    csNosqlInjection,
    csOpenRedirect,
    csPathFromParameter,
    csPathTraversal,
    csRegexFromParameter,
    csRegexInjection,
    csRequestValidationOff,
    csSqlFromParameter,
    csSqlInjection,
    csSsrf,
    csSsrfFromParameter,
    csStaticIv,
    csTemplateInjection,
    csTlsUnverified,
    csTypeNameHandling,
    csUnlimitedRequest,
    csUnsafeDeserialization,
    csUnsafeReflection,
    csWeakCipher,
    csWeakCipherMode,
    csWeakHash,
    csWeakKeySize,
    csWeakPasswordHash,
    csWeakRandom,
    csWeakRsaPadding,
    csWeakTls,
    csXpathFromParameter,
    csXpathInjection,
    csXss,
    csXxe,
    csZipSlip,
  ],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  formats,
  containers,
  scalarTypes,
  implicitSelf: true,
};
