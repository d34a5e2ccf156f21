const loginFile =
  /(?:^|\/)(?:\.?pgpass(?:\.conf)?|\.?htpasswd[\w.-]{0,20}|[\w.-]{0,40}\.htpasswd|shadow-?|[\w-]{0,20}passwd|config\/master\.key|config\/credentials\/[\w-]{1,40}\.key)$/;

/** Returns whether every line of a file is a login, or the file is one key. */
export const isLoginFile = (path: string): boolean => loginFile.test(path);

/** Returns whether the file is a binary key store, which no other rule can read. */
export const isKeyStore = (path: string): boolean => /\.(?:p12|pfx|pkcs12|jks|keystore|kdbx)$/i.test(path);

const credentialStore =
  /(?:^|\/)(?:\.ftpconfig|sftp-config(?:-alt\d)?\.json|\.vscode\/sftp\.json|\.remote-sync\.json|deployment-config\.json|\.sftp\.json|\.ftppass|WebServers\.xml|webServers\.xml|dataSources\.local\.xml|dbeaver-data-sources[\w.-]{0,20}\.xml|sitemanager\.xml|recentservers\.xml|filezilla\.xml|logins\.json|robomongo\.json|\.?esmtprc|\.?msmtprc|\.?fetchmailrc|\.?muttrc|[._]netrc|\.authinfo|\.my\.cnf|\.mylogin\.cnf|ventrilo_srv\.ini|\.cifs[\w-]{0,20}|\.smbcredentials)$/;

/** Returns whether a program keeps its logins in a file of this name. */
export const isCredentialStore = (path: string): boolean => credentialStore.test(path);
