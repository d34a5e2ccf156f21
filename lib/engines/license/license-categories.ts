import type { LicenseCategory } from '../model/gate/policy.ts';

/**
 * License ids by the obligations they impose on distribution. An id that is not listed is `unknown`, even if
 * SPDX has it.
 */
const listed: Record<Exclude<LicenseCategory, 'unknown' | 'proprietary'>, string> = {
  permissive: `
    0BSD AAL AFL-1.1 AFL-1.2 AFL-2.0 AFL-2.1 AFL-3.0 AMDPLPA AML ANTLR-PD ANTLR-PD-fallback Apache-1.0
    Apache-1.1 Apache-2.0 APAFML Artistic-2.0 Bahyph Beerware Bitstream-Vera blessing BlueOak-1.0.0 Boehm-GC
    Borceux BSD-1-Clause BSD-2-Clause BSD-2-Clause-Darwin BSD-2-Clause-first-lines BSD-2-Clause-Patent
    BSD-2-Clause-Views BSD-3-Clause BSD-3-Clause-Attribution BSD-3-Clause-Clear BSD-3-Clause-flex
    BSD-3-Clause-HP BSD-3-Clause-LBNL BSD-3-Clause-Modification BSD-3-Clause-Open-MPI BSD-3-Clause-Sun
    BSD-4-Clause BSD-4-Clause-Shortened BSD-4-Clause-UC BSD-Source-Code BSL-1.0 bzip2-1.0.6 CC-BY-1.0
    CC-BY-2.0 CC-BY-2.5 CC-BY-3.0 CC-BY-3.0-AT CC-BY-3.0-DE CC-BY-3.0-US CC-BY-4.0 CC-PDDC CC-PDM-1.0
    CC0-1.0 CDLA-Permissive-1.0 CDLA-Permissive-2.0 CECILL-B CERN-OHL-P-2.0 CNRI-Jython CNRI-Python
    CNRI-Python-GPL-Compatible Crossword CrystalStacker Cube curl DOC DRL-1.0 DRL-1.1 DSDP dtoa ECL-1.0
    ECL-2.0 EFL-1.0 EFL-2.0 Entessa etalab-2.0 EUDatagrid Fair FSFAP FSFUL FSFULLR FSFULLRWD FTL Giftware
    GLWTPL HaskellReport HPND HPND-sell-variant HTMLTIDY IBM-pibs ICU IJG IJG-short ImageMagick Imlib2
    Info-ZIP Intel ISC ISC-Veillard Jam JasPer-2.0 Latex2e Leptonica Libpng libpng-1.6.35 libpng-2.0 libtiff
    LiLiQ-P-1.1 Linux-OpenIB MirOS MIT MIT-0 MIT-advertising MIT-CMU MIT-enna MIT-feh MIT-Khronos-old
    MIT-Modern-Variant MIT-open-group MIT-Wu MITNFA mpich2 MS-PL MTLL MulanPSL-1.0 MulanPSL-2.0 Multics
    NAIST-2003 NCSA Net-SNMP NetCDF Newsletr NIST-PD NIST-PD-fallback NIST-Software NLOD-1.0 NLOD-2.0 NTP
    NTP-0 Nunit ODC-By-1.0 OFL-1.0 OFL-1.1 OFL-1.1-no-RFN OFL-1.1-RFN OGC-1.0 OGL-UK-3.0 OLDAP-2.0.1
    OLDAP-2.7 OLDAP-2.8 OML OpenSSL OpenSSL-standalone OpenVision PDDL-1.0 PHP-3.0 PHP-3.01 Plexus
    PostgreSQL PSF-2.0 psfrag psutils Python-2.0 Python-2.0.1 python-ldap Qhull Rdisc Ruby SAX-PD SGI-B-2.0
    SMLNJ snprintf softSurfer Spencer-86 Spencer-94 Spencer-99 SSH-OpenSSH SSH-short SSLeay-standalone
    SunPro SWL TCL TCP-wrappers TermReadKey TMate TU-Berlin-1.0 TU-Berlin-2.0 UCAR Unicode-3.0
    Unicode-DFS-2015 Unicode-DFS-2016 Unicode-TOU UnixCrypt Unlicense UPL-1.0 VSL-1.0 W3C W3C-19980720
    W3C-20150513 WTFPL X11 X11-distribute-modifications-variant Xerox XFree86-1.1 xinetd Xnet xpp Zed
    Zend-2.0 Zlib zlib-acknowledgement ZPL-1.1 ZPL-2.0 ZPL-2.1`,
  'weak-copyleft': `
    APSL-1.0 APSL-1.1 APSL-1.2 APSL-2.0 Artistic-1.0 Artistic-1.0-cl8 Artistic-1.0-Perl CATOSL-1.1
    CC-BY-SA-1.0 CC-BY-SA-2.0 CC-BY-SA-2.5 CC-BY-SA-3.0 CC-BY-SA-4.0 CC-SA-1.0 CDDL-1.0 CDDL-1.1
    CDLA-Sharing-1.0 CECILL-C CERN-OHL-W-2.0 ClArtistic CPL-1.0 CUA-OPL-1.0 EPL-1.0 EPL-2.0 ErlPL-1.1
    FreeImage GFDL-1.1-only GFDL-1.1-or-later GFDL-1.2-only GFDL-1.2-or-later GFDL-1.3-only
    GFDL-1.3-or-later gSOAP-1.3b Interbase-1.0 IPL-1.0 LGPL-2.0-only LGPL-2.0-or-later LGPL-2.1-only
    LGPL-2.1-or-later LGPL-3.0-only LGPL-3.0-or-later LGPLLR LiLiQ-R-1.1 LPL-1.0 LPL-1.02 LPPL-1.0 LPPL-1.1
    LPPL-1.2 LPPL-1.3a LPPL-1.3c Motosoto MPL-1.0 MPL-1.1 MPL-2.0 MPL-2.0-no-copyleft-exception MS-RL
    NASA-1.3 Nokia NOSL NPL-1.0 NPL-1.1 OCCT-PL ODbL-1.0 OGTSL RPSL-1.0 RSCPL SGI-B-1.0 SGI-B-1.1 SISSL
    SISSL-1.2 SNIA SPL-1.0 SugarCRM-1.1.3 TPL-1.0 Vim YPL-1.1 Zimbra-1.3 Zimbra-1.4`,
  'strong-copyleft': `
    CECILL-1.0 CECILL-1.1 CECILL-2.0 CECILL-2.1 CERN-OHL-S-2.0 copyleft-next-0.3.0 copyleft-next-0.3.1
    D-FSL-1.0 GPL-1.0-only GPL-1.0-or-later GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later
    LiLiQ-Rplus-1.1 NGPL QPL-1.0 SimPL-2.0 Sleepycat SMAIL-GPL TGPPL-1.0 UCL-1.0`,
  'network-copyleft': `
    AGPL-1.0-only AGPL-1.0-or-later AGPL-3.0-only AGPL-3.0-or-later CAL-1.0 CAL-1.0-Combined-Work-Exception
    CPAL-1.0 EUPL-1.0 EUPL-1.1 EUPL-1.2 NPOSL-3.0 OSL-1.0 OSL-1.1 OSL-2.0 OSL-2.1 OSL-3.0
    Parity-6.0.0 Parity-7.0.0 RPL-1.1 RPL-1.5 Watcom-1.0`,
  'source-available': `
    Aladdin BUSL-1.1 CC-BY-NC-1.0 CC-BY-NC-2.0 CC-BY-NC-2.5 CC-BY-NC-3.0 CC-BY-NC-3.0-DE CC-BY-NC-3.0-IGO CC-BY-NC-4.0
    CC-BY-NC-ND-1.0 CC-BY-NC-ND-2.0 CC-BY-NC-ND-2.5 CC-BY-NC-ND-3.0 CC-BY-NC-ND-3.0-DE CC-BY-NC-ND-3.0-IGO
    CC-BY-NC-ND-4.0 CC-BY-NC-SA-1.0 CC-BY-NC-SA-2.0 CC-BY-NC-SA-2.0-DE CC-BY-NC-SA-2.0-FR CC-BY-NC-SA-2.0-UK
    CC-BY-NC-SA-2.5 CC-BY-NC-SA-3.0 CC-BY-NC-SA-3.0-DE CC-BY-NC-SA-3.0-IGO CC-BY-NC-SA-4.0 CC-BY-ND-1.0
    CC-BY-ND-2.0 CC-BY-ND-2.5 CC-BY-ND-3.0 CC-BY-ND-3.0-DE CC-BY-ND-4.0 CPOL-1.02 Elastic-2.0 FSL-1.1-ALv2
    FSL-1.1-MIT Hippocratic-2.1 Hippocratic-3.0-core JSON MS-LPL NCGL-UK-2.0 PolyForm-Noncommercial-1.0.0
    PolyForm-Small-Business-1.0.0 SSPL-1.0 SUL-1.0 UnRAR`,
};

const categories: ReadonlyMap<string, LicenseCategory> = new Map(
  Object.entries(listed).flatMap(([category, ids]) =>
    ids
      .trim()
      .split(/\s+/)
      .map((id) => [id.toLowerCase(), category as LicenseCategory] as const),
  ),
);

/** Returns all listed ids, for tests that compare the table with SPDX. */
export const categorizedIds = (): string[] => Object.values(listed).flatMap((ids) => ids.trim().split(/\s+/));

/**
 * Exceptions that permit linking or combining without extending the license to the other code. Other
 * exceptions, such as for linking OpenSSL, leave the license as strong as it is.
 */
const softening: ReadonlySet<string> = new Set(
  `Autoconf-exception-2.0 Autoconf-exception-3.0 Autoconf-exception-generic Autoconf-exception-generic-3.0
  Autoconf-exception-macro Bison-exception-1.24 Bison-exception-2.2 Bootloader-exception
  Classpath-exception-2.0 eCos-exception-2.0 Fawkes-Runtime-exception Font-exception-2.0
  freertos-exception-2.0 GCC-exception-2.0 GCC-exception-2.0-note GCC-exception-3.1 GNAT-exception
  GNOME-examples-exception GNU-compiler-exception gnu-javamail-exception GPL-3.0-interface-exception
  GPL-3.0-linking-exception GPL-3.0-linking-source-exception i2p-gpl-java-exception LGPL-3.0-linking-exception
  Libtool-exception Linux-syscall-note LLGPL LLVM-exception LZMA-exception mif-exception
  OCaml-LGPL-linking-exception OpenJDK-assembly-exception-1.0 PS-or-PDF-font-exception-20170817
  QPL-1.0-INRIA-2004-exception Qt-GPL-exception-1.0 SANE-exception SWI-exception Swift-exception
  Texinfo-exception u-boot-exception-2.0 WxWindows-exception-3.1`
    .toLowerCase()
    .split(/\s+/),
);

/**
 * Categories that also cover a source-available license, because they did before it had a category of its own: a
 * policy that denies one of them keeps denying it.
 */
const formerCategories: Readonly<Record<string, LicenseCategory>> = { 'SSPL-1.0': 'network-copyleft' };

/** Returns all categories whose denial denies a license; the first one is shown. */
export const deniableCategories = (category: LicenseCategory, id?: string): readonly LicenseCategory[] =>
  category === 'source-available' ? [category, formerCategories[id ?? ''] ?? 'proprietary'] : [category];

/**
 * Returns the category of a license by its canonical id (spdx-id.ts) and exception.
 * @returns `unknown` for an id that is not listed, such as a LicenseRef.
 */
export const licenseCategory = (id: string, exception?: string): LicenseCategory => {
  const category = categories.get(id.toLowerCase()) ?? 'unknown';
  const softened = exception !== undefined && softening.has(exception.toLowerCase());
  return softened && category === 'strong-copyleft' ? 'weak-copyleft' : category;
};
