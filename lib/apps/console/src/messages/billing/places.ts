import { locale } from '../format.ts';

const regions = new Intl.DisplayNames(locale, { type: 'region' });

/** ISO 3166-1 alpha-2. */
const countryCodes =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV
  BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
  FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
  KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU
  MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB
  SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
  UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/);

/** Stripe's names of the kinds of tax ids. */
const taxIdKinds =
  `ad_nrt ae_trn al_tin am_tin ao_tin ar_cuit au_abn au_arn ba_tin bb_tin bg_uic bh_vat bo_tin br_cnpj br_cpf bs_tin
  by_tin ca_bn ca_gst_hst ca_pst_bc ca_pst_mb ca_pst_sk ca_qst cd_nif ch_uid ch_vat cl_tin cn_tin co_nit cr_tin de_stn
  do_rcn ec_ruc eg_tin es_cif eu_oss_vat eu_vat gb_vat ge_vat gn_nif hk_br hr_oib hu_tin id_npwp il_vat in_gst is_vat
  jp_cn jp_rn jp_trn ke_pin kh_tin kr_brn kz_bin li_uid li_vat ma_vat md_vat me_pib mk_vat mr_nif mx_rfc my_frp my_itn
  my_sst ng_tin no_vat no_voec np_pan nz_gst om_vat pe_ruc ph_tin ro_tin rs_pib ru_inn ru_kpp sa_vat sg_gst sg_uen si_tin
  sn_ninea sr_fin sv_nit th_vat tj_tin tr_tin tw_vat tz_vat ua_vat ug_tin us_ein uy_ruc uz_tin uz_vat ve_rif vn_tin
  za_vat zm_tin zw_tin`.split(/\s+/);

/** A country by its code, also by one that names none. */
export const countryName = (code: string): string => {
  try {
    return regions.of(code) ?? code;
  } catch {
    return code;
  }
};

/** A kind of tax id by Stripe's name of it: `eu_vat` is "European Union: VAT". */
export const taxIdKindName = (kind: string): string => {
  const [place = '', ...rest] = kind.split('_');
  return `${countryName(place.toUpperCase())}: ${rest.join(' ').toUpperCase()}`;
};

const optionsOf = (values: readonly string[], nameOf: (value: string) => string) =>
  values
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale));

export const countryOptions = () => optionsOf(countryCodes, countryName);
export const taxIdKindOptions = () => optionsOf(taxIdKinds, taxIdKindName);
