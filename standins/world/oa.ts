export interface OaTask {
  id: string;
  externalId: string;
  userMobile: string;
  title: string;
  url: string;
  state: string;
}
