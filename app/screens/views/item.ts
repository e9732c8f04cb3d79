/** A view as its links and its dialog need it. */
export interface ViewItem {
  id: string;
  name: string;
  href: string;
  shared: boolean;
  /** Shared with this role alone. */
  roleId?: string | null;
  roleName?: string | null;
  own: boolean;
  isDefault: boolean;
  ownerName: string | null;
}

export interface ViewsProps {
  views: readonly ViewItem[];
  /** The one that is shown. */
  chosen?: string;
  /** The list as it is now, without dialogs. */
  url: string;
}
