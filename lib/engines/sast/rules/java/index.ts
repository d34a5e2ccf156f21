import type { LanguageModel } from '@scangate/engines/sast/rule';
import { javaAnonymousLdap } from './java-anonymous-ldap.ts';
import { javaCleartextRequest } from './java-cleartext-request.ts';
import { javaCodeInjection, javaCodeFromParameter } from './java-code-injection.ts';
import { javaCommandInjection, javaCommandFromParameter } from './java-command-injection.ts';
import { javaCookieWithoutHttpOnly } from './java-cookie-without-httponly.ts';
import { javaCookieWithoutSecure } from './java-cookie-without-secure.ts';
import { javaCorsAnyOrigin } from './java-cors-any-origin.ts';
import { javaCsrfDisabled, javaAnyHttpMethod, javaAnyMediaType } from './java-csrf-disabled.ts';
import { javaHardcodedKey } from './java-hardcoded-key.ts';
import { javaHeaderInjection } from './java-header-injection.ts';
import { javaJmsObject } from './java-jms-object.ts';
import { javaLdapInjection, javaLdapFromParameter } from './java-ldap-injection.ts';
import { javaLogInjection } from './java-log-injection.ts';
import { javaNosqlInjection, javaNosqlFromParameter } from './java-nosql-injection.ts';
import { javaNosqlValue } from './java-nosql-value.ts';
import { javaOpenRedirect } from './java-open-redirect.ts';
import { javaPathTraversal } from './java-path-traversal.ts';
import { javaPlaintextPassword } from './java-plaintext-password.ts';
import { javaSqlInjection, javaSqlFromParameter } from './java-sql-injection.ts';
import { javaSqlValue } from './java-sql-value.ts';
import { javaRemoteObject } from './java-remote-object.ts';
import { javaSsrf } from './java-ssrf.ts';
import { javaStaticIv } from './java-static-iv.ts';
import { javaTemplateInjection } from './java-template-injection.ts';
import { javaTrustAll } from './java-trust-all.ts';
import { javaTrustBoundary } from './java-trust-boundary.ts';
import { javaUnsafeDeserialization, javaYamlObjects } from './java-unsafe-deserialization.ts';
import { javaUnsafeReflection } from './java-unsafe-reflection.ts';
import { javaUnsignedToken } from './java-unsigned-token.ts';
import { javaWeakCipher } from './java-weak-cipher.ts';
import { javaWeakHash } from './java-weak-hash.ts';
import { javaWeakKeySize } from './java-weak-key-size.ts';
import { javaWeakRandom } from './java-weak-random.ts';
import { javaWeakTls } from './java-weak-tls.ts';
import { javaXpathInjection, javaXpathFromParameter } from './java-xpath-injection.ts';
import { javaXss } from './java-xss.ts';
import { javaXxe, javaXmlFactory } from './java-xxe.ts';
import { javaZipSlip } from './java-zip-slip.ts';
import {
  callbacks,
  crossRequestStores,
  containers,
  formats,
  guards,
  results,
  scalarTypes,
  settings,
} from './library.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const java: LanguageModel = {
  rules: [
    javaAnyHttpMethod,
    javaAnyMediaType,
    javaRemoteObject,
    javaXmlFactory,
    javaYamlObjects,
    javaAnonymousLdap,
    javaCleartextRequest,
    javaCodeFromParameter,
    javaCodeInjection,
    javaCommandFromParameter,
    javaCommandInjection,
    javaCookieWithoutHttpOnly,
    javaCookieWithoutSecure,
    javaCorsAnyOrigin,
    javaCsrfDisabled,
    javaHardcodedKey,
    javaHeaderInjection,
    javaJmsObject,
    javaLdapFromParameter,
    javaLdapInjection,
    javaLogInjection,
    javaNosqlFromParameter,
    javaNosqlInjection,
    javaNosqlValue,
    javaOpenRedirect,
    javaPathTraversal,
    javaPlaintextPassword,
    javaSqlFromParameter,
    javaSqlInjection,
    javaSqlValue,
    javaSsrf,
    javaStaticIv,
    javaTemplateInjection,
    javaTrustAll,
    javaTrustBoundary,
    javaUnsafeDeserialization,
    javaUnsafeReflection,
    javaUnsignedToken,
    javaWeakCipher,
    javaWeakHash,
    javaWeakKeySize,
    javaWeakRandom,
    javaWeakTls,
    javaXpathFromParameter,
    javaXpathInjection,
    javaXss,
    javaXxe,
    javaZipSlip,
  ],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  crossRequestStores,
  formats,
  settings,
  containers,
  scalarTypes,
  implicitSelf: true,
};
