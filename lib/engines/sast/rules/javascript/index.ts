import type { LanguageModel } from '@scangate/engines/sast/rule';
import { jsCleartextRequest } from './js-cleartext-request.ts';
import { jsCloudCleartext } from './js-cloud-cleartext.ts';
import { jsCloudExposed } from './js-cloud-exposed.ts';
import { jsCloudUnencrypted } from './js-cloud-unencrypted.ts';
import { jsCodeInjection, jsCodeFromParameter } from './js-code-injection.ts';
import { jsCommandInjection, jsCommandFromParameter } from './js-command-injection.ts';
import { jsCookieNotHttponly } from './js-cookie-not-httponly.ts';
import { jsCookieNotSecure } from './js-cookie-not-secure.ts';
import { jsDebugMode } from './js-debug-mode.ts';
import { jsDebugPort } from './js-debug-port.ts';
import { jsDeserialization } from './js-deserialization.ts';
import { jsDomXss } from './js-dom-xss.ts';
import { jsDynamicEval } from './js-dynamic-eval.ts';
import { jsElectronOpen } from './js-electron-open.ts';
import { jsEscapingOff } from './js-escaping-off.ts';
import { jsExponentialRegex } from './js-exponential-regex.ts';
import { jsHardcodedKey } from './js-hardcoded-key.ts';
import { jsIncompleteSanitization } from './js-incomplete-sanitization.ts';
import { jsJwtUnverified } from './js-jwt-unverified.ts';
import { jsLdapInjection } from './js-ldap-injection.ts';
import { jsLogInjection } from './js-log-injection.ts';
import { jsLooseOrigin } from './js-loose-origin.ts';
import { jsMassAssignment } from './js-mass-assignment.ts';
import { jsMessageOrigin } from './js-message-origin.ts';
import { jsModulePath } from './js-module-path.ts';
import { jsNosqlInjection } from './js-nosql-injection.ts';
import { jsOpenRedirect } from './js-open-redirect.ts';
import { jsPathTraversal } from './js-path-traversal.ts';
import { jsPermissiveCors } from './js-permissive-cors.ts';
import { jsPostMessageAny } from './js-post-message-any.ts';
import { jsPrototypePollution } from './js-prototype-pollution.ts';
import { jsRawHtml } from './js-raw-html.ts';
import { jsRegexInjection } from './js-regex-injection.ts';
import { jsShortKey } from './js-short-key.ts';
import { jsSqlInjection, jsSqlFromParameter } from './js-sql-injection.ts';
import { jsSqlValue } from './js-sql-value.ts';
import { jsSsrf } from './js-ssrf.ts';
import { jsStaticIv } from './js-static-iv.ts';
import { jsTemplateInjection } from './js-template-injection.ts';
import { jsTlsOldVersion } from './js-tls-old-version.ts';
import { jsTlsUnverified } from './js-tls-unverified.ts';
import { jsUnauthenticatedDecryption } from './js-unauthenticated-decryption.ts';
import { jsUncheckedBuffer } from './js-unchecked-buffer.ts';
import { jsUnlimitedValidation } from './js-unlimited-validation.ts';
import { jsWeakCipher } from './js-weak-cipher.ts';
import { jsWeakHash } from './js-weak-hash.ts';
import { jsWeakPasswordHash } from './js-weak-password-hash.ts';
import { jsWeakRandom, jsWeakRandomName } from './js-weak-random.ts';
import { jsXpathInjection } from './js-xpath-injection.ts';
import { jsXss } from './js-xss.ts';
import { jsXxe } from './js-xxe.ts';
import { jsZipSlip } from './js-zip-slip.ts';
import {
  callbacks,
  crossRequestStores,
  containers,
  guards,
  outsideName,
  results,
  scalarTypes,
} from './library.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

/** The rules for JavaScript and TypeScript, on the server and in the browser. */
export const javascript: LanguageModel = {
  rules: [
    jsCleartextRequest,
    jsCloudCleartext,
    jsCloudExposed,
    jsCloudUnencrypted,
    jsCodeFromParameter,
    jsCodeInjection,
    jsCommandFromParameter,
    jsCommandInjection,
    jsCookieNotHttponly,
    jsCookieNotSecure,
    jsDebugMode,
    jsDebugPort,
    jsDeserialization,
    jsDomXss,
    jsDynamicEval,
    jsElectronOpen,
    jsEscapingOff,
    jsExponentialRegex,
    jsHardcodedKey,
    jsIncompleteSanitization,
    jsJwtUnverified,
    jsLdapInjection,
    jsLogInjection,
    jsLooseOrigin,
    jsMassAssignment,
    jsMessageOrigin,
    jsModulePath,
    jsNosqlInjection,
    jsOpenRedirect,
    jsPathTraversal,
    jsPermissiveCors,
    jsPostMessageAny,
    jsPrototypePollution,
    jsRawHtml,
    jsRegexInjection,
    jsShortKey,
    jsSqlFromParameter,
    jsSqlInjection,
    jsSqlValue,
    jsSsrf,
    jsStaticIv,
    jsTemplateInjection,
    jsTlsOldVersion,
    jsTlsUnverified,
    jsUnauthenticatedDecryption,
    jsUncheckedBuffer,
    jsUnlimitedValidation,
    jsWeakCipher,
    jsWeakHash,
    jsWeakPasswordHash,
    jsWeakRandom,
    jsWeakRandomName,
    jsXpathInjection,
    jsXss,
    jsXxe,
    jsZipSlip,
  ],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  crossRequestStores,
  containers,
  scalarTypes,
  implicitSelf: false,
  outsideName,
  impliedBy: { req: ['Request', 'res', 'response', 'reply'], res: ['Response'] },
};
