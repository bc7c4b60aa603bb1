// Where the page begins.
import { mount } from 'svelte'
import './app.css'
import App from './App.svelte'
import { firstLanguage, setLanguage } from './lib/i18n.svelte'
import { applyLook } from './lib/look.svelte'
import { codeIn, fetchFront, fetchTablePage } from './lib/places'
import { startWorker } from './lib/worker'

applyLook()
void (codeIn(location.hash) ? fetchTablePage() : fetchFront()).catch(() => undefined) // while words come
await setLanguage(firstLanguage()).catch(() => undefined) // a page without words is of use still
const target = document.getElementById('app')
if (target) mount(App, { target })
startWorker()
