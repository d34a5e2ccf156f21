import { tool } from '@scangate/engines/model/tool';

/** Explains the files of a proof, and how to check them without the service. */
export const proofReadme = `Proof of a verdict, written by ${tool.name} ${tool.version}.

report.html       the verdict for people; nothing in it is signed
report.md         the same, as Markdown
verdict.json      the verdict, and what it was judged by
attestation.json  the signed statement of the verdict: a DSSE envelope with an in-toto statement
keys.json         the public keys of the service when this file was written
findings.json     all findings
findings.sarif    all findings, as SARIF 2.1.0
sbom.cdx.json     the components, as CycloneDX 1.6
sbom.spdx.json    the components, as SPDX 2.3
vex.cdx.json      the vulnerabilities in dependencies, as CycloneDX VEX
policy.json       the policy that judged; its SHA-256 is the policy digest of the statement
waivers.json      the waivers that were active
coverage.json     what was assessed; its SHA-256 is the coverage digest of the statement
evidence/         the documents as they are stored; the statement has their SHA-256
manifest.json     the SHA-256 of every other file

A file without a subject, such as an SBOM that the scan did not make, is left out.

The statement binds the evidence, the policy and the coverage. Every other file follows from them, and is for reading.

To check:  npm run verify-verdict -- proof.zip --keys keys.json --organization <id>
Get the keys from the service itself, at /.well-known/scangate/keys: a key inside this file proves nothing about who signed.
`;
