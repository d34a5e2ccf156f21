import type { LanguageModel } from '@scangate/engines/sast/rule';
import { goBindAll } from './go-bind-all.ts';
import { goCleartextRequest } from './go-cleartext-request.ts';
import { goCodeInjection } from './go-code-injection.ts';
import { goCommandInjection, goCommandFromParameter } from './go-command-injection.ts';
import { goCorsAnyOrigin } from './go-cors-any-origin.ts';
import { goDecompressionBomb } from './go-decompression-bomb.ts';
import { goDirectoryListing } from './go-directory-listing.ts';
import { goDynamicSql } from './go-dynamic-sql.ts';
import { goGrpcCleartext } from './go-grpc-cleartext.ts';
import { goHardcodedKey } from './go-hardcoded-key.ts';
import { goInsecureCookie } from './go-insecure-cookie.ts';
import { goJwtUnverified } from './go-jwt-unverified.ts';
import { goLdapInjection } from './go-ldap-injection.ts';
import { goLogInjection } from './go-log-injection.ts';
import { goOpenRedirect } from './go-open-redirect.ts';
import { goPathTraversal } from './go-path-traversal.ts';
import { goPprofExposed } from './go-pprof-exposed.ts';
import { goPredictableTempFile } from './go-predictable-temp-file.ts';
import { goRawTemplate } from './go-raw-template.ts';
import { goSqlInjection } from './go-sql-injection.ts';
import { goSqlValue } from './go-sql-value.ts';
import { goSshHostUnchecked } from './go-ssh-host-unchecked.ts';
import { goSsrf } from './go-ssrf.ts';
import { goStaticNonce } from './go-static-nonce.ts';
import { goTemplateInjection } from './go-template-injection.ts';
import { goTlsUnverified } from './go-tls-unverified.ts';
import { goUnsafeDeserialization } from './go-unsafe-deserialization.ts';
import { goUnsafePackage } from './go-unsafe-package.ts';
import { goWeakCipher } from './go-weak-cipher.ts';
import { goWeakHash } from './go-weak-hash.ts';
import { goWeakKeySize } from './go-weak-key-size.ts';
import { goWeakRandom } from './go-weak-random.ts';
import { goWeakTls } from './go-weak-tls.ts';
import { goWorldWritable } from './go-world-writable.ts';
import { goXpathInjection } from './go-xpath-injection.ts';
import { goXss } from './go-xss.ts';
import { goZipSlip } from './go-zip-slip.ts';
import {
  callbacks,
  crossRequestStores,
  containers,
  formats,
  guards,
  results,
  scalarTypes,
} from './library.ts';
import { sanitizers } from './sanitizers.ts';
import { sources } from './sources.ts';

export const go: LanguageModel = {
  rules: [
    goBindAll,
    goCleartextRequest,
    goCodeInjection,
    goCommandFromParameter,
    goCommandInjection,
    goCorsAnyOrigin,
    goDecompressionBomb,
    goDirectoryListing,
    goDynamicSql,
    goGrpcCleartext,
    goHardcodedKey,
    goInsecureCookie,
    goJwtUnverified,
    goLdapInjection,
    goLogInjection,
    goOpenRedirect,
    goPathTraversal,
    goPprofExposed,
    goPredictableTempFile,
    goRawTemplate,
    goSqlInjection,
    goSqlValue,
    goSshHostUnchecked,
    goSsrf,
    goStaticNonce,
    goTemplateInjection,
    goTlsUnverified,
    goUnsafeDeserialization,
    goUnsafePackage,
    goWeakCipher,
    goWeakHash,
    goWeakKeySize,
    goWeakRandom,
    goWeakTls,
    goWorldWritable,
    goXpathInjection,
    goXss,
    goZipSlip,
  ],
  sources,
  sanitizers,
  guards,
  callbacks,
  results,
  crossRequestStores,
  formats,
  containers,
  scalarTypes,
  implicitSelf: false,
};
