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
import { pyAutoescapeOff } from './py-autoescape-off.ts';
import { pyBindAll } from './py-bind-all.ts';
import { pyCleartextProtocol } from './py-cleartext-protocol.ts';
import { pyCleartextRequest } from './py-cleartext-request.ts';
import { pyCodeInjection, pyCodeInjectionLocal, pyCodeFromParameter } from './py-code-injection.ts';
import {
  pyCommandInjection,
  pyCommandInjectionLocal,
  pyCommandFromParameter,
} from './py-command-injection.ts';
import { pyCookieAnySite } from './py-cookie-any-site.ts';
import { pyCookieWithoutHttponly } from './py-cookie-without-httponly.ts';
import { pyCookieWithoutSecure } from './py-cookie-without-secure.ts';
import { pyCorsAnyOrigin } from './py-cors-any-origin.ts';
import { pyCsrfExempt } from './py-csrf-exempt.ts';
import { pyDebugMode } from './py-debug-mode.ts';
import { pyDefaultPassword } from './py-default-password.ts';
import { pyDjangoSettings } from './py-django-settings.ts';
import { pyDynamicCode } from './py-dynamic-code.ts';
import { pyDynamicCommand } from './py-dynamic-command.ts';
import { pyDynamicSql } from './py-dynamic-sql.ts';
import { pyEmptyPassword } from './py-empty-password.ts';
import { pyExponentialRegex } from './py-exponential-regex.ts';
import { pyHardcodedKey } from './py-hardcoded-key.ts';
import { pyInsecureTempFile } from './py-insecure-temp-file.ts';
import { pyJwtUnverified } from './py-jwt-unverified.ts';
import { pyLdapInjection } from './py-ldap-injection.ts';
import { pyLocalsInTemplate } from './py-locals-in-template.ts';
import { pyLogInjection } from './py-log-injection.ts';
import { pyNanInjection } from './py-nan-injection.ts';
import { pyNosqlInjection } from './py-nosql-injection.ts';
import { pyOpenRedirect } from './py-open-redirect.ts';
import { pyPasswordInJwt } from './py-password-in-jwt.ts';
import { pyPathTraversal } from './py-path-traversal.ts';
import { pyRegexInjection } from './py-regex-injection.ts';
import { pySecretInHashid } from './py-secret-in-hashid.ts';
import { pySqlFromParameter } from './py-sql-from-parameter.ts';
import { pySqlInjection, pySqlInjectionLocal } from './py-sql-injection.ts';
import { pySqlQuotedValue } from './py-sql-quoted-value.ts';
import { pySshAnyHost } from './py-ssh-any-host.ts';
import { pySsrf } from './py-ssrf.ts';
import { pyStaticIv } from './py-static-iv.ts';
import { pyStaticSalt } from './py-static-salt.ts';
import { pyTemplateInjection } from './py-template-injection.ts';
import { pyTlsUnverified } from './py-tls-unverified.ts';
import { pyTrustBoundary } from './py-trust-boundary.ts';
import {
  pyUnsafeDeserialization,
  pyUnsafeDeserializationLocal,
  pyDeserializationFromParameter,
} from './py-unsafe-deserialization.ts';
import { pyUnescapedExtension } from './py-unescaped-extension.ts';
import { pyUnescapedTemplate } from './py-unescaped-template.ts';
import { pyUnsafeYaml } from './py-unsafe-yaml.ts';
import { pyWeakCipher } from './py-weak-cipher.ts';
import { pyWeakHash } from './py-weak-hash.ts';
import { pyWeakKeySize } from './py-weak-key-size.ts';
import { pyWeakPasswordHash } from './py-weak-password-hash.ts';
import { pyWeakRandom } from './py-weak-random.ts';
import { pyWeakTls } from './py-weak-tls.ts';
import { pyWorldWritable } from './py-world-writable.ts';
import { pyXmlBomb } from './py-xml-bomb.ts';
import { pyXpathInjection } from './py-xpath-injection.ts';
import { pyXss } from './py-xss.ts';
import { pyXxe } from './py-xxe.ts';
import { pyZipSlip } from './py-zip-slip.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const python: LanguageModel = {
  rules: [
    pyAutoescapeOff,
    pyBindAll,
    pyCleartextProtocol,
    pyCleartextRequest,
    pyCodeFromParameter,
    pyCodeInjection,
    pyCodeInjectionLocal,
    pyCommandFromParameter,
    pyCommandInjection,
    pyCommandInjectionLocal,
    pyCookieAnySite,
    pyCookieWithoutHttponly,
    pyCookieWithoutSecure,
    pyCorsAnyOrigin,
    pyCsrfExempt,
    pyDebugMode,
    pyDefaultPassword,
    pyDeserializationFromParameter,
    pyDjangoSettings,
    pyDynamicCode,
    pyDynamicCommand,
    pyDynamicSql,
    pyEmptyPassword,
    pyExponentialRegex,
    pyHardcodedKey,
    pyInsecureTempFile,
    pyJwtUnverified,
    pyLdapInjection,
    pyLocalsInTemplate,
    pyLogInjection,
    pyNanInjection,
    pyNosqlInjection,
    pyOpenRedirect,
    pyPasswordInJwt,
    pyPathTraversal,
    pyRegexInjection,
    pySecretInHashid,
    pySqlFromParameter,
    pySqlInjection,
    pySqlInjectionLocal,
    pySqlQuotedValue,
    pySshAnyHost,
    pySsrf,
    pyStaticIv,
    pyStaticSalt,
    pyTemplateInjection,
    pyTlsUnverified,
    pyTrustBoundary,
    pyUnescapedExtension,
    pyUnescapedTemplate,
    pyUnsafeDeserialization,
    pyUnsafeDeserializationLocal,
    pyUnsafeYaml,
    pyWeakCipher,
    pyWeakHash,
    pyWeakKeySize,
    pyWeakPasswordHash,
    pyWeakRandom,
    pyWeakTls,
    pyWorldWritable,
    pyXmlBomb,
    pyXpathInjection,
    pyXss,
    pyXxe,
    pyZipSlip,
  ],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  crossRequestStores,
  formats: ['%'],
  containers,
  scalarTypes,
  impliedBy: unwritten,
  implicitSelf: false,
};
