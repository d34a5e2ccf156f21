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
import { phpCleartextRequest } from './php-cleartext-request.ts';
import { phpCodeInjection, phpDynamicCode, phpVariablesFromInput } from './php-code-injection.ts';
import { phpCommandInjection, phpCommandFromParameter, phpDynamicCommand } from './php-command-injection.ts';
import { phpCorsAnyOrigin } from './php-cors-any-origin.ts';
import { phpCsrfDisabled } from './php-csrf-disabled.ts';
import { phpDebugMode } from './php-debug-mode.ts';
import { phpDynamicCall } from './php-dynamic-call.ts';
import { phpExponentialRegex } from './php-exponential-regex.ts';
import { phpFileInclusion } from './php-file-inclusion.ts';
import { phpHardcodedKey } from './php-hardcoded-key.ts';
import { phpHeaderInjection } from './php-header-injection.ts';
import { phpCookieWithoutHttponly, phpCookieWithoutSecure } from './php-insecure-cookie.ts';
import { phpJwtUnverified } from './php-jwt-unverified.ts';
import { phpLdapInjection, phpLdapAnonymous } from './php-ldap-injection.ts';
import { phpLogInjection } from './php-log-injection.ts';
import { phpMassAssignment, phpWholeRequest } from './php-mass-assignment.ts';
import { phpNosqlInjection } from './php-nosql-injection.ts';
import { phpOpenRedirect, phpRedirectToSelf } from './php-open-redirect.ts';
import { phpPathTraversal } from './php-path-traversal.ts';
import { phpRegexInjection } from './php-regex-injection.ts';
import { phpSessionFixation } from './php-session-fixation.ts';
import { phpSqlInjection, phpSqlFromParameter, phpSqlColumn } from './php-sql-injection.ts';
import { phpSsrf } from './php-ssrf.ts';
import { phpStaticIv } from './php-static-iv.ts';
import { phpTemplateInjection } from './php-template-injection.ts';
import { phpTlsUnverified } from './php-tls-unverified.ts';
import { phpUnrestrictedUpload } from './php-unrestricted-upload.ts';
import { phpUnsafeDeserialization } from './php-unsafe-deserialization.ts';
import { phpWeakCipher } from './php-weak-cipher.ts';
import { phpWeakPasswordHash, phpWeakHash } from './php-weak-hash.ts';
import { phpWeakKeySize } from './php-weak-key-size.ts';
import { phpWeakRandom, phpShortenedSecret } from './php-weak-random.ts';
import { phpWorldWritable } from './php-world-writable.ts';
import { phpXpathInjection } from './php-xpath-injection.ts';
import { phpXss } from './php-xss.ts';
import { phpXxe } from './php-xxe.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const php: LanguageModel = {
  rules: [
    phpDynamicCode,
    phpDynamicCommand,
    phpLdapAnonymous,
    phpRedirectToSelf,
    phpShortenedSecret,
    phpSqlColumn,
    phpVariablesFromInput,
    phpCleartextRequest,
    phpCodeInjection,
    phpCommandInjection,
    phpCommandFromParameter,
    phpCorsAnyOrigin,
    phpCsrfDisabled,
    phpDebugMode,
    phpDynamicCall,
    phpExponentialRegex,
    phpFileInclusion,
    phpHardcodedKey,
    phpHeaderInjection,
    phpCookieWithoutHttponly,
    phpCookieWithoutSecure,
    phpJwtUnverified,
    phpLdapInjection,
    phpLogInjection,
    phpMassAssignment,
    phpWholeRequest,
    phpNosqlInjection,
    phpOpenRedirect,
    phpPathTraversal,
    phpRegexInjection,
    phpSessionFixation,
    phpSqlInjection,
    phpSqlFromParameter,
    phpSsrf,
    phpStaticIv,
    phpTemplateInjection,
    phpTlsUnverified,
    phpUnrestrictedUpload,
    phpUnsafeDeserialization,
    phpWeakCipher,
    phpWeakPasswordHash,
    phpWeakHash,
    phpWeakKeySize,
    phpWeakRandom,
    phpWorldWritable,
    phpXpathInjection,
    phpXss,
    phpXxe,
  ],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  crossRequestStores,
  formats: ['sprintf', 'vsprintf'],
  containers,
  scalarTypes,
  impliedBy: unwritten,
  implicitSelf: false,
};
