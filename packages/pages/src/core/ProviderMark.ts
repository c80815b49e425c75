/**
 * The marks of identity providers, by their guidelines: in their own colors, or in that of the text where the
 * guidelines want one color. They are decoration: the name stands beside them.
 */
import type { IdentityProviderKind } from "@latchkey/domain/instance/IdentityProvider"
import { Fragment } from "@latchkey/http/core/Page"

const svg = (size: number, content: string): Fragment =>
  new Fragment(`<svg viewBox="0 0 ${size} ${size}" aria-hidden="true">${content}</svg>`)

const marks: Readonly<Record<IdentityProviderKind, Fragment>> = {
  google: svg(
    48,
    '<path fill="#ea4335" d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"/><path fill="#4285f4" d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"/><path fill="#fbbc05" d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"/><path fill="#34a853" d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"/>'
  ),
  microsoft: svg(
    21,
    '<path fill="#f25022" d="M0 0h10v10H0z"/><path fill="#7fba00" d="M11 0h10v10H11z"/><path fill="#00a4ef" d="M0 11h10v10H0z"/><path fill="#ffb900" d="M11 11h10v10H11z"/>'
  ),
  apple: svg(
    24,
    '<path fill="currentColor" d="M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701"/>'
  ),
  github: svg(
    16,
    '<path fill="currentColor" d="M8 0c4.42 0 8 3.58 8 8a8.013 8.013 0 0 1-5.45 7.59c-.4.08-.55-.17-.55-.38 0-.27.01-1.13.01-2.2 0-.75-.25-1.23-.54-1.48 1.78-.2 3.65-.88 3.65-3.95 0-.88-.31-1.59-.82-2.15.08-.2.36-1.02-.08-2.12 0 0-.67-.22-2.2.82-.64-.18-1.32-.27-2-.27-.68 0-1.36.09-2 .27-1.53-1.03-2.2-.82-2.2-.82-.44 1.1-.16 1.92-.08 2.12-.51.56-.82 1.28-.82 2.15 0 3.06 1.86 3.75 3.64 3.95-.23.2-.44.55-.51 1.07-.46.21-1.61.55-2.33-.66-.15-.24-.6-.83-1.23-.82-.67.01-.27.38.01.53.34.19.73.9.82 1.13.16.45.68 1.31 2.69.94 0 .67.01 1.3.01 1.49 0 .21-.15.45-.55.38A7.995 7.995 0 0 1 0 8c0-4.42 3.58-8 8-8Z"/>'
  ),
  oidc: svg(
    20,
    '<path fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" d="M11.5 3H15a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-3.5M2.5 10H12M8.5 6.5 12 10l-3.5 3.5"/>'
  )
}

/** The style of the marks, and of the buttons with them: white or black, where every mark may stand. */
export const style = `
.provider{color:#1f1f1f;background:#fff;border-color:#747775}
.provider:hover{background:#f2f2f2}
.provider:active{background:#e8e8e8}
.provider svg,.mark svg{flex:none;width:20px;height:20px}
.mark svg{margin-inline-end:8px;vertical-align:-4px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(8.25rem,100%),1fr));gap:var(--space-3)}
.tiles>*+*{margin:0}
.tiles>:last-child:nth-child(odd){grid-column:1/-1}
.tiles .provider{padding-inline:var(--space-3)}
@media (prefers-color-scheme:dark){.provider{color:#e3e3e3;background:#131314;border-color:#8e918f}.provider:hover{background:#222324}.provider:active{background:#2d2e2f}}
`.replaceAll("\n", "")

/** Returns the mark of a provider of that kind. */
export const of = (kind: IdentityProviderKind): Fragment => marks[kind]
