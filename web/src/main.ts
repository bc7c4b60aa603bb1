// Where the page begins.
import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { applyLook } from './lib/page/look.svelte'
import { codeIn, fetchFront, fetchTablePage } from './lib/page/places'
import { startWorker } from './lib/page/worker'
import { firstLanguage, setLanguage } from './lib/words/i18n.svelte'

applyLook()
void (codeIn(location.hash) ? fetchTablePage() : fetchFront()).catch(() => undefined) // while words load
await setLanguage(firstLanguage()).catch(() => undefined) // a page without words is still of use
const target = document.getElementById('app')
if (target) mount(App, { target })
startWorker()
